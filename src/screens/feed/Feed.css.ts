import { globalStyle, keyframes, style } from '@vanilla-extract/css';
import { flexColumn, flexRow } from '#theme/logical.ts';
import { color, layer, motion, radius, size, space } from '#theme/tokens.css.ts';
import { topOffset } from '#ui/shell/bar-sizes.ts';

export const feed = style({ ...flexColumn, minInlineSize: 0 });
export const head = style({
  ...flexRow,
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: space.x3,
  paddingBlockEnd: space.x3,
});
/** Below a strip: its touch targets reach into the gaps, so that five matches of a round are on a phone's screen. */
export const headBelow = style({ paddingBlockEnd: 0, marginBlock: 'max(-0.375rem, -6px)' });
export const headerAction = style({ flex: '1 1 9rem', display: 'flex', justifyContent: 'flex-end' });
/** Floats over the feed and takes no space. */
export const newGames = style({
  position: 'sticky',
  insetBlockStart: `calc(${topOffset} + ${space.x1})`,
  zIndex: layer.sticky,
  blockSize: 0,
  display: 'flex',
  justifyContent: 'center',
});
const drop = keyframes({ from: { opacity: 0, translate: '0 -1rem' } });
const lift = keyframes({ to: { opacity: 0, translate: '0 -1rem' } });
export const newGamesPill = style({
  blockSize: 'fit-content',
  animation: `${drop} ${motion.calm} ${motion.out}`,
  selectors: { '&[data-leaving]': { zIndex: layer.sticky, animation: `${lift} ${motion.calm} forwards` } },
});
/** Loading indicator over the list while it is empty; without height, so that the first rows do not move. */
export const loading = style({ blockSize: 0 });
/** CSS variable: the row's last measured height. */
export const knownHeight = '--known-size';
export const row = style({
  // Contained, so that scrolling repaints no other row; shadows and focus rings extend into the margin.
  contain: 'layout paint',
  overflowClipMargin: space.x4,
  paddingBlockEnd: space.x4,
  selectors: { '&:has(> [data-pending])': { minBlockSize: `var(${knownHeight}, 0)` } },
});
/** CSS variable: the estimated height of a row that was never measured. */
const guessedHeight = '--guessed-height';
/** Placeholder of a card that is not rendered. */
export const placeholder = style({
  vars: { [guessedHeight]: '20rem' },
  blockSize: `calc(var(${knownHeight}, var(${guessedHeight})) - ${space.x4})`,
  borderRadius: radius.card,
  background: color.surface,
});
/** Placeholder of a settled round, which is collapsed to a line. */
export const foldedPlaceholder = style({ vars: { [guessedHeight]: `calc(6rem + ${space.x4})` } });
export const footer = style({
  ...flexColumn,
  alignItems: 'center',
  minBlockSize: space.x12,
  color: color.inkSoft,
  fontSize: size.small,
  selectors: { '[data-state="loading"] &': { minBlockSize: 0 } },
});
// The first rows are rendered one by one, and would push the footer down, with the box that the list puts around it. Not
// by `:has()`: each change in a card would have the style of all that is around it computed again.
globalStyle(`${feed}:not([data-end-reached]) [data-testid="virtuoso-item-list"] + *`, {
  visibility: 'hidden',
});
export const failure = style({ display: 'grid', justifyItems: 'center', gap: space.x2 });
