import type { StyleRule } from '@vanilla-extract/css';
import { paddingInline } from '#theme/logical.ts';
import { color, radius, size, space, touch, weight } from '#theme/tokens.css.ts';

/** Base shape of a short label that can be chosen; the caller adds the border and the chosen state. */
export const chipShape = {
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  minBlockSize: touch,
  // So narrow that four English weekdays fit in a row of a card.
  ...paddingInline(space.x3),
  borderRadius: radius.round,
  background: color.surface,
  fontSize: size.small,
  fontWeight: weight.strong,
} satisfies StyleRule;

export const chosenChip = {
  background: color.action,
  borderColor: color.action,
  color: color.onAction,
} satisfies StyleRule;

/** Focus ring of the input inside a chip. */
export const chipFocus = {
  '&:has(:focus-visible)': { outline: `2.5px solid ${color.ink}`, outlineOffset: '2px' },
} satisfies StyleRule['selectors'];
