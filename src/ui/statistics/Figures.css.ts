import { style, styleVariants } from '@vanilla-extract/css';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

export const shapes = styleVariants({
  tiles: { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(7rem, 1fr))', gap: space.x2 },
  lines: { display: 'flex', flexDirection: 'column' },
});
export const figures = styleVariants({
  tiles: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    padding: space.x2,
    borderRadius: radius.control,
    background: color.sunken,
    textAlign: 'center',
  },
  lines: {
    paddingBlock: space.x2,
    selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } },
  },
});
export const label = style({ fontSize: size.tiny, color: color.inkSoft });
export const values = styleVariants({
  // The number comes first, its label below.
  tiles: { order: -1, margin: 0, fontSize: size.title, fontWeight: weight.heavy },
  lines: { margin: 0, fontWeight: weight.strong },
});
export const note = style({ margin: 0, fontSize: size.small, color: color.inkSoft });
