import { style } from '@vanilla-extract/css';
import { flexColumn, wrappingRow } from '#theme/logical.ts';
import { color, size, space, touch, weight } from '#theme/tokens.css.ts';

export const textColumn = style({
  ...flexColumn,
  flex: '1 1 6rem',
  minInlineSize: 0,
});
export const quiet = style({ color: color.inkSoft, fontSize: size.small });
/** The times of the quiet hours: apart from the next switch. */
export const nightHours = style({ paddingBlock: space.x3 });
export const session = style({
  ...wrappingRow,
  gap: space.x3,
  minBlockSize: touch,
  paddingBlock: space.x2,
  selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } },
});
export const league = style({
  ...wrappingRow,
  gap: space.x3,
  minInlineSize: 0,
});
export const points = style({
  fontWeight: weight.heavy,
  whiteSpace: 'nowrap',
  selectors: { '&[data-mine=true]': { color: color.mineInk } },
});
