import { style } from '@vanilla-extract/css';
import { flexColumn, wrappingRow } from '#theme/logical.ts';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

export const rivals = style(flexColumn);
export const rival = style({
  ...wrappingRow,
  columnGap: space.x3,
  paddingBlock: space.x2,
  selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } },
});
/** With large text the numbers go under it. */
export const about = style({
  ...flexColumn,
  gap: space.x1,
  flex: '1 1 7rem',
  minInlineSize: 0,
  overflowWrap: 'anywhere',
});
export const share = style({
  display: 'block',
  blockSize: '0.25rem',
  borderRadius: radius.round,
  background: color.sunken,
});
export const part = style({
  display: 'block',
  blockSize: '100%',
  borderRadius: radius.round,
  background: color.edge,
});
export const numbers = style({ ...flexColumn, alignItems: 'end' });
export const percent = style({ fontWeight: weight.heavy, fontVariantNumeric: 'tabular-nums' });
export const note = style({ fontSize: size.tiny, color: color.inkSoft });
