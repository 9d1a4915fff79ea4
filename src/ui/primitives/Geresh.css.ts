import { keyframes, style } from '@vanilla-extract/css';
import { motion } from '#theme/tokens.css.ts';

const write = keyframes({
  from: { clipPath: 'inset(0 0 100% 0)', transform: 'translateY(-20%)' },
  to: { clipPath: 'inset(-10% -10% -10% -10%)', transform: 'none' },
});

export const mark = style({
  inlineSize: 'auto',
  blockSize: '0.72em',
  fill: 'currentcolor',
  overflow: 'visible',
  flex: 'none',
});

export const drawn = style({ animation: `${write} ${motion.stroke} ${motion.out} backwards` });
export const second = style({ animation: `${write} ${motion.stroke} ${motion.out} 160ms backwards` });
