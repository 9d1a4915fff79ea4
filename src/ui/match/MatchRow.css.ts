import { globalStyle, style } from '@vanilla-extract/css';
import { color, media, radius, size, space, weight } from '#theme/tokens.css.ts';

export const frame = style({
  containerType: 'inline-size',
  selectors: {
    // While the match is open beside it, the row takes no part in a transition (src/screens/item-card/opened-match.ts).
    '&:has([aria-current])': { viewTransitionName: 'none !important' },
  },
});
/** The width, in text sizes, from which the teams are side by side; below it each has a line. */
const sideBySideFrom = '(min-width: 9rem)';
/** The width from which all of a match is on one line; below it the middle is above the teams. */
export const lineFrom = '(min-width: 15rem)';
/** The width below which the day is above the time: the names have the room. */
export const tight = '(max-width: 18rem)';
const wide = '(min-width: 26rem)';

export const match = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'center',
  columnGap: space.x2,
  paddingBlock: '0.1875rem',
  '@container': {
    [sideBySideFrom]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
    [lineFrom]: { gridTemplateColumns: 'minmax(0, 1fr) auto minmax(0, 1fr)' },
    [tight]: { columnGap: space.x1 },
  },
});

/** Link below everything: a tap on the names opens the match, the cells are above it. */
export const open = style({
  position: 'absolute',
  inset: 0,
  borderRadius: radius.control,
  '@media': {
    [media.hover]: {
      selectors: { '&:hover': { background: `color-mix(in oklab, transparent 96%, ${color.ink})` } },
    },
  },
  selectors: {
    '&:focus-visible': { outlineOffset: '-2px', borderRadius: radius.control },
    // Clear of the crests.
    '&[aria-current]': { insetInline: '-0.5rem', background: color.sunken },
  },
});

export const middle = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  gridRow: 1,
  gridColumn: '1 / -1',
  pointerEvents: 'none',
  // A status may be a sentence.
  '@container': { [lineFrom]: { gridColumn: 2, maxInlineSize: '8.5rem' } },
});
export const side = style({
  display: 'flex',
  alignItems: 'center',
  gap: '0.375rem',
  // As tall as two lines of a name, so that all rows are equally tall.
  minBlockSize: '2rem',
  minInlineSize: 0,
  pointerEvents: 'none',
  position: 'relative',
  '@container': {
    [sideBySideFrom]: { flexDirection: 'column', textAlign: 'center' },
    [lineFrom]: {
      flexDirection: 'row',
      textAlign: 'start',
      selectors: { '&[data-away]': { flexDirection: 'row-reverse', textAlign: 'end' } },
    },
    // No space beside a score for a long English word and a crest: the name is below the crest.
    [`${tight} and ${lineFrom}`]: {
      selectors: {
        [`&:lang(en):has(+ ${middle} [role='img']), ${middle}:has([role='img']) + &:lang(en)`]: {
          flexDirection: 'column',
          gap: '0.125rem',
          textAlign: 'center',
        },
      },
    },
    [wide]: { gap: space.x3 },
  },
});

export const name = style({
  minInlineSize: 0,
  maxInlineSize: '100%',
  fontSize: size.small,
  fontWeight: weight.strong,
  lineHeight: 1.14,
  textWrap: 'balance',
  // A name of one long word breaks before it covers the middle.
  overflowWrap: 'anywhere',
  // Names in English are longer.
  selectors: { '&:lang(en)': { fontSize: '0.8125rem', letterSpacing: '-0.01em', hyphens: 'auto' } },
  '@container': {
    [tight]: { selectors: { '&:lang(en)': { fontSize: size.tiny, letterSpacing: '-0.02em' } } },
    [wide]: { fontSize: size.body },
  },
});

/** The caller's own line. A tap that no control handles opens the match. */
export const mine = style({ gridColumn: '1 / -1', position: 'relative', pointerEvents: 'none' });
globalStyle(`${mine} button, ${middle} button`, { pointerEvents: 'auto' });
