import { globalStyle, style } from '@vanilla-extract/css';
import { flexColumn, flexRow, visuallyHiddenStyle, wrappingRow } from '#theme/logical.ts';
import { color, media, radius, size, space, touch } from '#theme/tokens.css.ts';
import { scrollingPane, topOffset } from '#ui/shell/bar-sizes.ts';
import { titleBarHeight } from './TitleBar.css.ts';

export const page = style({
  ...flexColumn,
  gap: space.x2,
  minInlineSize: 0,
  '@media': { [media.desk]: { gap: space.x4 } },
});
export const head = style({
  ...wrappingRow,
  gap: space.x3,
  minInlineSize: 0,
});
export const textColumn = style({ flex: '1 1 7rem', minInlineSize: 0, overflowWrap: 'anywhere' });
export const count = style({ color: color.inkSoft, fontSize: size.small });
/** Collapsed to one line until it is opened. */
export const description = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 1,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  fontSize: size.small,
  lineHeight: 1.4,
  // Aligned with the name, whatever the direction of its own text.
  textAlign: ['-webkit-match-parent', 'match-parent'],
  color: color.inkSoft,
  cursor: 'default',
  selectors: {
    'summary&': { cursor: 'pointer' },
    'details[open] > &': { display: 'block', whiteSpace: 'pre-line' },
  },
});

export const archived = style({
  ...wrappingRow,
  gap: space.x3,
  padding: space.x4,
  borderRadius: radius.card,
  background: color.sunken,
});
export const archivedText = style({ flex: '1 1 14rem', minInlineSize: 0 });

const phone = 'screen and (max-width: 63.99rem)';
export const newGame = style({ ...flexRow, gap: space.x1 });
globalStyle(`${newGame} > a`, {
  '@media': {
    [phone]: { inlineSize: `calc(${touch} + 8px)`, blockSize: `calc(${touch} + 8px)`, paddingInline: 0 },
  },
});
/** A phone has space for three tabs beside them. */
globalStyle(`${newGame} > a:first-child:not(:last-child)`, {
  '@media': { [phone]: { inlineSize: touch, blockSize: touch } },
});
globalStyle(`${newGame} > a > span > span`, { '@media': { [phone]: visuallyHiddenStyle } });

export const column = style({
  ...flexColumn,
  gap: space.x2,
  minInlineSize: 0,
  '@media': { [media.desk]: { gap: space.x4 } },
});
export const columns = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(18rem, 26rem)',
  alignItems: 'start',
  gap: space.x6,
});
/** Below the bars of the window and of the league: its position before anything is scrolled. */
const standingsStart = `calc(${topOffset} + ${titleBarHeight} + ${space.x6})`;
/** Sticky beside the scrolling games, and no taller than the window. */
export const standingsColumn = style({
  vars: scrollingPane,
  position: 'sticky',
  insetBlockStart: standingsStart,
  maxBlockSize: `calc(100dvh - ${standingsStart})`,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
});
export const games = style({ ...flexColumn, gap: space.x4, minInlineSize: 0 });
