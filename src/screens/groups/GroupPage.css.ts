import { style } from '@vanilla-extract/css';
import { flexColumn, flexRow, oneLine, wrappingRow } from '#theme/logical.ts';
import { color, radius, size, space, touch, weight } from '#theme/tokens.css.ts';

export const section = style({ ...flexColumn, gap: space.x2, minInlineSize: 0 });
export const head = style({
  ...wrappingRow,
  justifyContent: 'space-between',
  gap: space.x2,
  minBlockSize: touch,
});
export const league = style({ flex: '0 1 14rem', minInlineSize: 0 });
export const link = style({
  ...flexRow,
  gap: space.x1,
  minInlineSize: 0,
  minBlockSize: touch,
  color: color.inkSoft,
  fontSize: size.small,
  fontWeight: weight.strong,
  textDecoration: 'none',
});
export const name = style(oneLine);
export const against = style({
  ...flexColumn,
  gap: space.x2,
  paddingBlock: space.x4,
});
export const noTable = style({
  ...wrappingRow,
  justifyContent: 'space-between',
  gap: space.x3,
  padding: space.x4,
  borderRadius: radius.card,
  background: color.sunken,
});
