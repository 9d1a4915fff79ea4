import { globalStyle, style } from '@vanilla-extract/css';
import { flexColumn, visuallyHiddenStyle as spokenOnly, wrappingRow } from '#theme/logical.ts';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

export const counters = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(4rem, 1fr))',
  gap: space.x2,
});
export const counter = style({
  display: 'flex',
  flexDirection: 'column-reverse',
  alignItems: 'center',
  paddingBlock: space.x2,
  borderRadius: radius.control,
  background: color.sunken,
  textAlign: 'center',
  fontSize: size.tiny,
  color: color.inkSoft,
});
// The number comes first, its label below.
globalStyle(`${counter} dd`, { margin: 0, fontSize: size.title, fontWeight: weight.heavy, color: color.ink });
export const decided = style({ fontSize: size.small, color: color.inkSoft });
export const quiet = style({ color: color.inkSoft });

export const entries = style(flexColumn);
export const entry = style({
  display: 'flex',
  gap: space.x3,
  paddingBlock: space.x3,
  selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } },
});
export const about = style({
  ...flexColumn,
  gap: space.x1,
  flex: 1,
  minInlineSize: 0,
});
export const name = style({ fontWeight: weight.strong });
export const why = style({ fontSize: size.small, color: color.inkSoft });
export const values = style({ ...wrappingRow, gap: space.x2 });
export const both = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space.x4,
  rowGap: space.x1,
  paddingBlockStart: space.x1,
});
export const label = style({ fontSize: size.tiny, color: color.inkSoft });
export const points = style({ fontSize: size.title, fontWeight: weight.black });
export const spoken = style(spokenOnly);
