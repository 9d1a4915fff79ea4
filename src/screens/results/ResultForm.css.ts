import { style } from '@vanilla-extract/css';
import { color, size, space } from '#theme/tokens.css.ts';

/** Home first; side by side where there is space. */
export const sides = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(15rem, 100%), 1fr))',
  gap: space.x4,
});
export const digits = style({ display: 'grid', gap: space.x3 });
export const side = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'end',
  gap: space.x3,
});
export const crest = style({ paddingBlockEnd: space.x2 });
export const note = style({ color: color.inkSoft, fontSize: size.small });
export const about = style({ color: color.inkSoft });
