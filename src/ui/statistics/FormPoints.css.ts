import { style, styleVariants } from '@vanilla-extract/css';
import { color, radius, size, weight } from '#theme/tokens.css.ts';

const shape = style({
  display: 'grid',
  placeItems: 'center',
  inlineSize: '2.25rem',
  blockSize: '2.25rem',
  borderRadius: radius.round,
  fontSize: size.body,
  fontWeight: weight.heavy,
  fontVariantNumeric: 'tabular-nums',
});
/** A full disc, a ring, a flat disc, a broken ring. */
export const kinds = styleVariants({
  exact: [shape, { background: color.won, color: color.wonSoft }],
  hit: [shape, { color: color.won, boxShadow: `inset 0 0 0 2px ${color.won}` }],
  missed: [shape, { background: color.sunken, color: color.inkSoft }],
  none: [shape, { border: `2px dashed ${color.edge}` }],
});
