import { style, styleVariants } from '@vanilla-extract/css';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

export const pair = style({ display: 'inline-flex', verticalAlign: 'middle' });
export const sizes = styleVariants({
  row: { gap: '0.25rem' },
  score: { gap: '0.375rem' },
  hero: { gap: space.x2 },
});

export const cell = style({
  display: 'grid',
  placeItems: 'center',
  fontWeight: weight.black,
  lineHeight: 1,
  fontVariantNumeric: 'tabular-nums lining-nums',
});

export const cells = styleVariants({
  row: {
    minInlineSize: '1.875rem',
    blockSize: '2.125rem',
    paddingInline: '0.25rem',
    borderRadius: radius.small,
    fontSize: size.lead,
  },
  score: {
    minInlineSize: '2.75rem',
    blockSize: '3.125rem',
    paddingInline: '0.375rem',
    borderRadius: radius.control,
    fontSize: size.display,
  },
  hero: {
    minInlineSize: 'clamp(4.25rem, 23vw, 7.5rem)',
    paddingBlock: '0.12em',
    paddingInline: '0.12em',
    borderRadius: radius.card,
    fontSize: size.hero,
    letterSpacing: '-0.02em',
  },
});

export const tones = styleVariants({
  plain: {
    background: color.raised,
    color: color.ink,
    boxShadow: `inset 0 0 0 1.5px ${color.line}`,
    // The losing side is dimmed; the order never changes.
    selectors: { '&[data-loser]': { color: color.inkSoft } },
  },
  mine: { background: color.mineSoft, color: color.mineInk },
});
