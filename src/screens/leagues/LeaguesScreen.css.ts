import { style } from '@vanilla-extract/css';
import { flexColumn, oneLine, paddingInline, wrappingRow } from '#theme/logical.ts';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

export const part = style({ display: 'grid', gap: space.x3 });
export const list = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space.x2 });
export const league = style({
  ...wrappingRow,
  gap: space.x3,
  minInlineSize: 0,
  paddingBlock: space.x3,
  ...paddingInline(space.x4),
  borderRadius: radius.card,
  background: color.surface,
  boxShadow: color.lift,
  textDecoration: 'none',
});
export const textColumn = style({
  ...flexColumn,
  flex: '1 1 6rem',
  minInlineSize: 0,
});
export const name = style({ ...oneLine, fontWeight: weight.strong });
export const count = style({ color: color.inkSoft, fontSize: size.small });
