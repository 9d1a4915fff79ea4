import { style } from '@vanilla-extract/css';
import { flexColumn, oneLine, paddingInline, wrappingRow } from '#theme/logical.ts';
import { color, radius, size, space, touch, weight } from '#theme/tokens.css.ts';

export const list = style({ display: 'grid', gap: space.x2 });
export const row = style({
  ...wrappingRow,
  justifyContent: 'flex-end',
  gap: space.x3,
  minInlineSize: 0,
  minBlockSize: touch,
  paddingBlock: space.x2,
  ...paddingInline(space.x4),
  borderRadius: radius.card,
  background: color.surface,
  boxShadow: color.lift,
});
export const textColumn = style({
  ...flexColumn,
  flex: '1 1 6rem',
  minInlineSize: 0,
});
export const name = style({ ...oneLine, fontWeight: weight.strong });
export const quiet = style({ ...oneLine, color: color.inkSoft, fontSize: size.small });
