import { style, styleVariants } from '@vanilla-extract/css';
import { color, radius, size, weight } from '#theme/tokens.css.ts';

export const pair = style({ display: 'inline-flex', verticalAlign: 'middle' });
export const sizes = styleVariants({
  small: { gap: '0.125rem' },
  row: { gap: '0.25rem' },
  running: { gap: '0.3125rem', alignItems: 'center' },
  score: { gap: '0.375rem', alignItems: 'center' },
});

export const cell = style({
  display: 'grid',
  placeItems: 'center',
  fontWeight: weight.black,
  lineHeight: 1,
  fontVariantNumeric: 'tabular-nums lining-nums',
});

export const cells = styleVariants({
  small: {
    minInlineSize: '1.25rem',
    blockSize: '1.5rem',
    paddingInline: '0.1875rem',
    borderRadius: '0.375rem',
    fontSize: size.small,
  },
  row: {
    minInlineSize: '1.875rem',
    blockSize: '2.125rem',
    paddingInline: '0.25rem',
    borderRadius: radius.small,
    fontSize: size.lead,
  },
  running: {
    blockSize: '2.125rem',
    fontSize: '2.125rem',
    letterSpacing: '-0.02em',
  },
  score: {
    blockSize: '2.75rem',
    fontSize: '2.75rem',
    letterSpacing: '-0.02em',
  },
});

/** Between bare digits: a stroke, never a character, which Hebrew would reverse. */
export const stroke = style({
  inlineSize: '0.75rem',
  blockSize: '0.1875rem',
  borderRadius: radius.round,
  background: color.edge,
});

export const tones = styleVariants({
  plain: {
    color: color.ink,
    // The losing side is dimmed; the order never changes.
    selectors: { '&[data-loser]': { color: color.inkSoft } },
  },
  mine: { background: color.mineSoft, color: color.mineInk },
  onAction: { color: color.onAction, selectors: { '&[data-loser]': { opacity: 0.7 } } },
});
/** Boxed digits for picks and other values; a match's own score has no box, so that a pick is not mistaken for it. */
export const boxed = style({
  background: color.raised,
  boxShadow: `inset 0 0 0 1.5px ${color.line}`,
});
