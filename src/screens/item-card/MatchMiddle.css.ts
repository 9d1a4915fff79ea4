import { globalStyle, style } from '@vanilla-extract/css';
import { color, size, weight } from '#theme/tokens.css.ts';
import { lineFrom, tight } from '#ui/match/MatchRow.css.ts';

/** The time, with the day or its label beside it. */
export const when = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  alignItems: 'baseline',
  columnGap: '0.3rem',
  color: color.inkSoft,
  fontSize: size.tiny,
  lineHeight: 1.2,
  '@container': {
    [`${tight} and ${lineFrom}`]: {
      flexDirection: 'column',
      alignItems: 'center',
      // No higher than the crests.
      lineHeight: 1,
    },
  },
});
export const time = style({ color: color.ink, fontSize: size.body, fontWeight: weight.heavy });
/** The height of the score that replaces it. */
export const status = style({
  display: 'grid',
  placeItems: 'center',
  gap: '0.125rem',
  minBlockSize: '2.75rem',
});
// On a narrow row the tag leaves more space to the names.
globalStyle(`${status} > :last-child`, { '@container': { [tight]: { paddingInline: '0.4rem' } } });
