import { style } from '@vanilla-extract/css';
import { flexColumn, paddingInline, wrappingRow } from '#theme/logical.ts';
import { color, radius, size, space, touch, weight } from '#theme/tokens.css.ts';

export const bar = style({
  ...wrappingRow,
  gap: space.x1,
  paddingBlock: space.x2,
  ...paddingInline(space.x3, space.x1),
  borderRadius: radius.control,
  border: `1px dashed ${color.edge}`,
});
export const code = style({
  ...flexColumn,
  alignItems: 'flex-start',
  flex: 1,
  minInlineSize: '6.5rem',
});
export const label = style({ color: color.inkSoft, fontSize: size.tiny });
export const codeText = style({
  fontWeight: weight.heavy,
  letterSpacing: '0.02em',
  userSelect: 'all',
  whiteSpace: 'nowrap',
});
export const actions = style({ ...wrappingRow });
export const icon = style({
  display: 'grid',
  placeItems: 'center',
  inlineSize: touch,
  blockSize: touch,
  borderRadius: radius.round,
  color: color.ink,
});
