import { style } from '@vanilla-extract/css';
import { flexColumn, flexRow, oneLine } from '#theme/logical.ts';
import { color, media, radius, size, space, weight } from '#theme/tokens.css.ts';

export const thread = style({ flex: 1, minBlockSize: 0, ...flexColumn });
export const centered = style({
  flex: 1,
  minBlockSize: 0,
  overflowY: 'auto',
  display: 'grid',
  alignContent: 'center',
  padding: space.x4,
});

export const messages = style({ position: 'relative', flex: 1, minBlockSize: 0 });
export const olderSpinner = style({ display: 'grid', placeItems: 'center', minBlockSize: space.x12 });
/** Floats over the messages and takes no space. */
export const jumpToLatest = style({
  position: 'absolute',
  insetInline: 0,
  insetBlockEnd: space.x3,
  display: 'flex',
  justifyContent: 'center',
  pointerEvents: 'none',
});
export const jumpButton = style({
  pointerEvents: 'auto',
  boxShadow: color.float,
  borderRadius: radius.round,
});

/** The game's items, always above the messages. */
export const gameHeader = style({
  flex: 'none',
  display: 'flex',
  gap: space.x2,
  overflowX: 'auto',
  scrollSnapType: 'inline proximity',
  scrollPaddingInline: space.x3,
  scrollbarWidth: 'none',
  padding: `${space.x2} ${space.x3}`,
  background: color.surface,
  borderBlockEnd: `1px solid ${color.line}`,
});
/** The match with its score. */
export const line = style({ ...flexRow, gap: '0.375rem', maxInlineSize: '100%' });
/** The pick and the time under the match, each on a line of its own if the text is large. */
export const details = style([line, { flexWrap: 'wrap' }]);
export const item = style({
  position: 'relative',
  flex: '0 0 auto',
  maxInlineSize: '100%',
  ...flexColumn,
  justifyContent: 'center',
  alignItems: 'flex-start',
  gap: '0.125rem',
  minBlockSize: '4rem',
  paddingInline: space.x2,
  scrollSnapAlign: 'start',
  borderRadius: radius.control,
  background: color.wall,
  textDecoration: 'none',
  fontSize: size.small,
  fontWeight: weight.medium,
  selectors: { '&:only-child': { flex: 1, alignItems: 'center' } },
  '@media': { [media.hover]: { selectors: { '&:hover': { background: color.sunken } } } },
});
/** Names give way to the score, the pick and the time: a match is no wider than the window. */
export const team = style({ ...oneLine, flex: '0 1 auto', maxInlineSize: '6.5rem' });
export const question = style({ ...oneLine, maxInlineSize: '14rem' });
/** The message that its actions are about. */
export const quoted = style({
  ...flexColumn,
  maxBlockSize: '6rem',
  overflow: 'hidden',
  paddingBlock: space.x2,
  paddingInline: space.x3,
  borderRadius: radius.control,
  background: color.sunken,
  fontSize: size.small,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});
export const stepMatch = style({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.x2,
});
export const exact = style({ textAlign: 'center', fontWeight: weight.strong });
