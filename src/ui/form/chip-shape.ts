import type { StyleRule } from '@vanilla-extract/css';
import { paddingInline } from '#theme/logical.ts';
import { color, radius, size, space, touch, weight } from '#theme/tokens.css.ts';

/** A short label that is tapped to be chosen; whoever draws one gives it the border and the look of a chosen one. */
export const chipShape = {
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  minBlockSize: touch,
  // Four days in English fit beside each other in a card.
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

/** The focus ring of the control in a chip. */
export const chipFocus = {
  '&:has(:focus-visible)': { outline: `2.5px solid ${color.ink}`, outlineOffset: '2px' },
} satisfies StyleRule['selectors'];
