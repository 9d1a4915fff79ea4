import { style } from '@vanilla-extract/css';
import { lineFrom } from '#ui/match/MatchRow.css.ts';
import { wrappingRow } from '#theme/logical.ts';
import { color, size, space } from '#theme/tokens.css.ts';

/** The word, the pick and its outcome; the pick is placed under the score. */
export const line = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  alignItems: 'center',
  columnGap: space.x2,
  '@container': {
    // A long outcome moves the pick a little rather than being cut.
    [lineFrom]: {
      display: 'grid',
      gridTemplateColumns: 'minmax(min-content, 1fr) auto minmax(min-content, 1fr)',
    },
  },
});
export const closed = style({
  paddingBlock: '0.125rem',
  // The same height with and without a pick.
  minBlockSize: '2rem',
});
export const word = style({
  justifySelf: 'end',
  display: 'inline-flex',
  flex: 'none',
  alignItems: 'center',
  gap: space.x1,
  color: color.inkSoft,
  fontSize: size.tiny,
  lineHeight: 1.1,
  '@container': { [lineFrom]: { whiteSpace: 'nowrap' } },
});
export const none = style({
  gridColumn: '1 / -1',
  justifySelf: 'center',
  color: color.inkSoft,
  fontSize: size.small,
});
/** The note that a result is provisional wraps below the outcome if there is no space beside it. */
export const outcome = style({
  ...wrappingRow,
  columnGap: space.x2,
  '@container': { [lineFrom]: { whiteSpace: 'nowrap' } },
});
