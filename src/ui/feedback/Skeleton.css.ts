import { keyframes, style, styleVariants } from '@vanilla-extract/css';
import { color, radius, space } from '#theme/tokens.css.ts';

const breathe = keyframes({ '0%, 100%': { opacity: 1 }, '50%': { opacity: 0.5 } });

export const list = style({ position: 'relative', display: 'grid', gap: space.x3 });
export const bone = style({
  display: 'block',
  background: color.sunken,
  animation: `${breathe} 1.6s ease-in-out infinite`,
});
export const shapes = styleVariants({
  line: { blockSize: '1rem', inlineSize: '70%', borderRadius: radius.small },
  /** With the gap, a row of the standings. */
  standing: { blockSize: `calc(3rem - ${space.x3})`, borderRadius: radius.control },
  row: { blockSize: '3.75rem', borderRadius: radius.control },
  card: { blockSize: '14rem', borderRadius: radius.card },
});
