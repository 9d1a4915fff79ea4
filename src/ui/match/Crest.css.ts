import { style, styleVariants } from '@vanilla-extract/css';
import { color, radius, weight } from '#theme/tokens.css.ts';

export const crest = style({
  flex: 'none',
  // Stays round when there is less space than its width.
  maxInlineSize: 'none',
  borderRadius: radius.round,
  objectFit: 'cover',
  background: color.sunken,
  boxShadow: `0 0 0 1.5px ${color.line}`,
});

export const sizes = styleVariants(
  { small: '1.375rem', row: '1.5rem', normal: '2rem', medium: '2.5rem', large: 'min(4rem, 24vw)' },
  (side) => ({
    inlineSize: side,
    blockSize: side,
    fontSize: `calc(${side} * 0.42)`,
  }),
);

export const emoji = style({
  display: 'grid',
  placeItems: 'center',
  background: 'none',
  boxShadow: 'none',
  lineHeight: 1,
  scale: '1.9',
});
export const letters = style({
  display: 'grid',
  placeItems: 'center',
  fontWeight: weight.heavy,
  lineHeight: 1,
  color: color.inkSoft,
});
