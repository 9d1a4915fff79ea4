import { style, styleVariants } from '@vanilla-extract/css';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

export const steps = style({ display: 'flex', gap: space.x2, flexWrap: 'wrap' });
export const step = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: space.x1,
  inlineSize: '3.25rem',
  fontSize: size.tiny,
  lineHeight: 1.2,
  textAlign: 'center',
});
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
export const marks = styleVariants({
  exact: [shape, { background: color.won, color: color.wonSoft }],
  hit: [shape, { color: color.won, boxShadow: `inset 0 0 0 2px ${color.won}` }],
  missed: [shape, { background: color.sunken, color: color.inkSoft }],
  none: [shape, { border: `2px dashed ${color.edge}` }],
});
export const word = style({ color: color.inkSoft, fontWeight: weight.medium });
