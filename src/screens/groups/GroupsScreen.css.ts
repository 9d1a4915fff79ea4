import { style } from '@vanilla-extract/css';
import { flexColumn, flexRow, oneLine, wrappingRow } from '#theme/logical.ts';
import { color, size, space, weight } from '#theme/tokens.css.ts';

export const list = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space.x3 });
export const line = style({
  ...wrappingRow,
  gap: space.x3,
  minInlineSize: 0,
});
export const open = style({
  ...flexRow,
  gap: space.x3,
  flex: 1,
  minInlineSize: 0,
  color: color.ink,
  textDecoration: 'none',
});
export const textColumn = style({
  ...flexColumn,
  flex: '1 1 6rem',
  minInlineSize: 0,
});
export const name = style({ ...oneLine, fontWeight: weight.strong });
export const count = style({ color: color.inkSoft, fontSize: size.small });
export const code = style({ color: color.inkSoft, fontSize: size.small, whiteSpace: 'nowrap' });
export const failure = style({ color: color.missed, fontSize: size.small });
export const done = style({ color: color.inkSoft });
