import { globalStyle, style } from '@vanilla-extract/css';
import { flexRow, visuallyHiddenStyle, wrappingRow } from '#theme/logical.ts';
import { matchTransition } from '#screens/item-card/opened-match.ts';
import { color, size, space, touch, weight } from '#theme/tokens.css.ts';

export const page = style({
  display: 'grid',
  gap: space.x4,
  gridTemplateColumns: 'minmax(0, 1fr)',
  containerType: 'inline-size',
});
/** Large text on a phone. */
export const narrow = '(max-width: 15rem)';
export const board = style({
  selectors: { ':root:active-view-transition &': { viewTransitionName: matchTransition } },
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.x3,
  justifyItems: 'center',
  textAlign: 'center',
});
// Content below a skeleton is hidden until the skeleton is replaced, so that nothing moves.
for (const part of [page, board]) globalStyle(`${part} > :has([data-skeleton]) ~ *`, { display: 'none' });
export const head = style({
  ...flexRow,
  gap: space.x2,
  justifySelf: 'stretch',
  marginBlockStart: `calc(-1 * ${space.x2})`,
  textAlign: 'start',
});
export const context = style({
  flex: 1,
  minInlineSize: 0,
  ...wrappingRow,
  columnGap: space.x2,
  color: color.inkSoft,
  fontSize: size.small,
});
export const chat = style({
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.x1,
  minInlineSize: touch,
  minBlockSize: touch,
  marginInlineEnd: `calc(-1 * ${space.x2})`,
  fontWeight: weight.medium,
});
export const spokenTitle = style(visuallyHiddenStyle);
export const prompt = style({ fontWeight: weight.strong });
export const question = style({
  ...wrappingRow,
  gap: space.x2,
  justifySelf: 'stretch',
  textAlign: 'start',
  overflowWrap: 'anywhere',
});
export const sides = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto minmax(0, 1fr)',
  gap: space.x3,
  inlineSize: '100%',
  maxInlineSize: '24rem',
  '@container': { [narrow]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: space.x1 } },
});
/** At the height of the crests, however many lines the names have. */
export const middle = style({
  display: 'grid',
  placeItems: 'center',
  alignContent: 'center',
  gap: space.x1,
  minBlockSize: '4rem',
});
export const noScore = style({ color: color.inkSoft, fontSize: size.tiny });
export const side = style({
  display: 'grid',
  gap: space.x1,
  justifyItems: 'center',
  alignContent: 'start',
  fontWeight: weight.strong,
  lineHeight: 1.2,
  // A long name stays in one piece.
  '@container': { [narrow]: { fontSize: size.small } },
});
globalStyle(`${sides} > ${middle}`, {
  '@container': { [narrow]: { gridRow: 1, gridColumn: '1 / -1' } },
});
export const statusText = style({
  color: color.inkSoft,
  fontSize: size.small,
  maxInlineSize: '28rem',
  textWrap: 'balance',
});
/** Keeps its line while it is loading. */
export const projected = style([statusText, { minBlockSize: '1lh' }]);
/** Score after extra time or in penalties. */
export const after = style([
  statusText,
  { display: 'flex', justifyContent: 'center', alignItems: 'center', gap: space.x2 },
]);
export const pickControl = style({ inlineSize: '100%', textAlign: 'start', containerType: 'inline-size' });
export const objections = style({ justifySelf: 'stretch' });
/** The likely next step and the menu of the others, which wraps below if there is no space beside it. */
export const manage = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  alignItems: 'end',
  gap: space.x2,
  justifySelf: 'stretch',
});
export const next = style({
  flex: '1 1 auto',
  inlineSize: 'min-content',
  minInlineSize: 0,
  display: 'grid',
  gap: space.x3,
  justifyItems: 'center',
  alignSelf: 'center',
  // The text of an ended item is placed beside the menu, in the middle of the card.
  selectors: { '&:has(> :only-child)': { paddingInlineStart: touch } },
});
/** The other items; scrolls horizontally. */
export const strip = style({
  display: 'flex',
  gap: space.x2,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  paddingBlock: space.x1,
});
