import { style } from '@vanilla-extract/css';
import { flexColumn, wrappingRow } from '#theme/logical.ts';
import { color, size, space, weight } from '#theme/tokens.css.ts';

export const rounds = style(flexColumn);
export const round = style({
  ...wrappingRow,
  columnGap: space.x3,
  paddingBlock: space.x3,
  selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } },
});
/** With large text the points go under it. */
export const about = style({ ...flexColumn, flex: '1 1 8rem', minInlineSize: 0 });
export const name = style({ fontSize: size.small, color: color.inkSoft });
export const who = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space.x1,
  fontWeight: weight.strong,
});
export const winner = style({ selectors: { '&:not(:last-child)::after': { content: ',' } } });
export const left = style({ fontSize: size.tiny, color: color.inkSoft });
export const points = style({ fontWeight: weight.heavy, whiteSpace: 'nowrap' });
