import { style, styleVariants } from '@vanilla-extract/css';
import { paddingInline } from '#theme/logical.ts';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

export const outcome = style({
  display: 'inline-flex',
  // With large text a word has a line of its own.
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: space.x2,
  maxInlineSize: '100%',
  minBlockSize: '1.75rem',
  ...paddingInline(`min(${space.x3}, 4vw)`),
  borderRadius: radius.round,
  fontSize: size.small,
  fontWeight: weight.heavy,
  lineHeight: 1.2,
});

export const kinds = styleVariants({
  exact: { background: color.won, color: color.wonSoft },
  hit: { background: color.wonSoft, color: color.won },
  missed: { background: 'none', color: color.inkSoft, fontWeight: weight.medium, paddingInline: 0 },
});

export const dash = style({
  inlineSize: '0.75rem',
  blockSize: '2.5px',
  borderRadius: radius.round,
  background: color.missed,
});
export const points = style({ fontWeight: weight.black });
