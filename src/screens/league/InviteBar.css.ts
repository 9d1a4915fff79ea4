import { style } from '@vanilla-extract/css';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

export const bar = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.x1,
  padding: space.x2,
  paddingInlineStart: space.x4,
  borderRadius: radius.control,
  border: `1px dashed ${color.edge}`,
});
export const code = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  flex: 1,
  minInlineSize: 0,
});
export const label = style({ color: color.inkSoft, fontSize: size.tiny });
export const letters = style({
  fontWeight: weight.heavy,
  letterSpacing: '0.04em',
  userSelect: 'all',
  whiteSpace: 'nowrap',
});
