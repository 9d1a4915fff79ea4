import { keyframes, style } from '@vanilla-extract/css';
import { motion } from '#theme/tokens.css.ts';

const turn = keyframes({ to: { rotate: '270deg' } });

export const ring = style({
  inlineSize: '100%',
  blockSize: '100%',
  fill: 'none',
  rotate: '-90deg',
  // A dark background of its own, for any photo.
  background: 'rgb(10 20 24 / 45%)',
  borderRadius: '50%',
  selectors: { '&[data-state="waiting"]': { animation: `${turn} 1.2s linear infinite` } },
});
export const track = style({ stroke: 'rgb(255 255 255 / 35%)', strokeWidth: 3 });
export const done = style({
  stroke: '#fff',
  strokeWidth: 3,
  strokeLinecap: 'round',
  transition: `stroke-dasharray ${motion.calm}`,
});
