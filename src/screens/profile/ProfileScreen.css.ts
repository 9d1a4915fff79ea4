import { style } from '@vanilla-extract/css';
import { inline } from '#theme/logical.ts';
import { color, radius, size, space, touch, weight } from '#theme/tokens.css.ts';

export const words = style({ display: 'flex', flexDirection: 'column', flex: 1, minInlineSize: 0 });
export const quiet = style({ color: color.inkSoft, fontSize: size.small });
export const failure = style({ color: color.missed, fontSize: size.small });
export const session = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.x3,
  minBlockSize: touch,
  paddingBlock: space.x2,
  selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } },
});
export const league = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.x3,
  paddingBlock: space.x3,
  ...inline(space.x4),
  borderRadius: radius.card,
  background: color.surface,
  boxShadow: color.lift,
  textDecoration: 'none',
});
export const points = style({ fontWeight: weight.heavy });
