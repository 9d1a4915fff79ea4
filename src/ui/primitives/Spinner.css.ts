import { keyframes, style } from '@vanilla-extract/css';

const wave = keyframes({ '0%, 60%, 100%': { opacity: 0.28 }, '30%': { opacity: 1 } });

export const spinner = style({ display: 'inline-flex', verticalAlign: 'middle' });
export const strokes = style({ blockSize: '0.85em', inlineSize: 'auto', overflow: 'visible' });
export const stroke = style({
  fill: 'none',
  stroke: 'currentcolor',
  strokeWidth: 4.5,
  strokeLinecap: 'round',
  animation: `${wave} 1.1s ease-in-out infinite`,
  selectors: {
    // The wave runs in reading direction.
    '&:nth-child(1)': { animationDelay: '0.3s' },
    '&:nth-child(2)': { animationDelay: '0.15s' },
  },
});
