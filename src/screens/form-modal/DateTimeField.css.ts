import { globalStyle, style } from '@vanilla-extract/css';
import { color, space } from '#theme/tokens.css.ts';
import { chipFocus, chipShape, chosenChip } from '#ui/form/chip-shape.ts';

/** The days, and the time beside them; below them where there is no space. */
export const dateTime = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space.x2 });
export const days = style({ display: 'flex', flexWrap: 'wrap', gap: space.x2 });
export const day = style({
  ...chipShape,
  border: `1.5px solid ${color.edge}`,
  fontVariantNumeric: 'tabular-nums',
  selectors: {
    '&[aria-pressed="true"], &[data-chosen]': chosenChip,
    '&:has([aria-invalid="true"])': { borderColor: color.missed },
    ...chipFocus,
    '&:disabled, &:has(:disabled)': { opacity: 0.5 },
  },
});
export const calendar = style({
  position: 'absolute',
  inset: 0,
  inlineSize: '100%',
  blockSize: '100%',
  opacity: 0,
  cursor: 'pointer',
});
// The whole field opens the calendar, not its small sign alone.
globalStyle(`${calendar}::-webkit-calendar-picker-indicator`, {
  position: 'absolute',
  inset: 0,
  inlineSize: '100%',
  blockSize: '100%',
  cursor: 'pointer',
});
export const time = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 5.5rem) auto minmax(0, 5.5rem)',
  alignItems: 'center',
  gap: space.x1,
});
