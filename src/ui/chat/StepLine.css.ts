import { style } from '@vanilla-extract/css';
import { flexColumn, flexRow } from '#theme/logical.ts';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

export const row = style({
  display: 'grid',
  justifyItems: 'center',
  paddingInline: space.x4,
  paddingBlockStart: space.x3,
});
export const line = style({
  ...flexColumn,
  alignItems: 'center',
  gap: space.x1,
  maxInlineSize: '100%',
  paddingBlock: space.x2,
  paddingInline: space.x3,
  borderRadius: radius.control,
  background: color.sunken,
  fontSize: size.small,
  fontWeight: weight.medium,
});
export const head = style({
  ...flexRow,
  gap: space.x2,
  fontSize: size.tiny,
  fontWeight: weight.body,
  overflowWrap: 'break-word',
  color: color.inkSoft,
});
export const icon = style({ display: 'inline-flex' });
