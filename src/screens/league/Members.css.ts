import { style } from '@vanilla-extract/css';
import { flexRow, wrappingRow } from '#theme/logical.ts';
import { color, space, touch, weight } from '#theme/tokens.css.ts';

export const row = style({
  ...flexRow,
  gap: space.x2,
  paddingBlock: space.x1,
  // The height of a row with a button, for rows without one.
  minBlockSize: `calc(${touch} + 2 * ${space.x1} + 5px)`,
  borderBlockEnd: `1px solid ${color.line}`,
});
export const person = style({
  ...flexRow,
  gap: space.x3,
  flex: 1,
  minInlineSize: 0,
  minBlockSize: touch,
  textDecoration: 'none',
});
/** A name of any length is placed beside the picture; the tags go under it where there is no space. */
export const nameAndTags = style({
  ...wrappingRow,
  columnGap: space.x3,
  rowGap: space.x1,
  minInlineSize: 0,
});
export const name = style({ fontWeight: weight.medium });
export const none = style({ color: color.inkSoft, textAlign: 'center', paddingBlock: space.x6 });
