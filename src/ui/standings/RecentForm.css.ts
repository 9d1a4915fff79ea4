import { style, styleVariants } from '@vanilla-extract/css';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

export const marks = style({ display: 'flex', gap: space.x2, flexWrap: 'wrap' });
export const mark = style({
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
  inlineSize: '2rem',
  blockSize: '2rem',
  borderRadius: radius.round,
  fontSize: size.body,
});
export const kinds = styleVariants({
  exact: [shape, { background: color.won, color: color.wonSoft }],
  hit: [shape, { background: color.wonSoft, color: color.won }],
  missed: [shape, { background: color.sunken }],
});
export const word = style({ color: color.inkSoft, fontWeight: weight.medium });
export const dash = style({
  inlineSize: '0.75rem',
  blockSize: '2.5px',
  borderRadius: radius.round,
  background: color.missed,
});
