import { style } from '@vanilla-extract/css';
import { flexRow, wrappingRow } from '#theme/logical.ts';
import { color, radius, space, touch, weight } from '#theme/tokens.css.ts';

export const card = style({
  display: 'grid',
  // No wider than its frame, however long a name is.
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.x1,
  paddingBlock: space.x4,
  // A match fits in 84 px.
  selectors: { '&[data-type="home/away"]': { paddingBlock: 0 } },
});
export const head = style({
  ...flexRow,
  gap: space.x2,
  justifyContent: 'space-between',
});
export const question = style({
  ...wrappingRow,
  columnGap: space.x2,
  rowGap: space.x1,
  minInlineSize: 0,
});
/** The match row, and the staff menu beside it. */
export const match = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  marginInlineEnd: `calc(-1 * ${space.x2})`,
  selectors: { '&:has(> :only-child)': { gridTemplateColumns: 'minmax(0, 1fr)', marginInlineEnd: 0 } },
});
export const prompt = style({ fontWeight: weight.strong });
export const actions = style({ ...flexRow, flexShrink: 0 });
export const open = style({
  display: 'grid',
  placeItems: 'center',
  inlineSize: touch,
  blockSize: touch,
  marginBlock: `calc(-1 * ${space.x2})`,
  marginInlineEnd: `calc(-1 * ${space.x2})`,
  borderRadius: radius.control,
  color: color.inkSoft,
});
