import { keyframes, style } from '@vanilla-extract/css';
import { color, motion, radius, size, space, weight } from '#theme/tokens.css.ts';

const fly = keyframes({
  from: { opacity: 0, transform: 'translateY(-5rem) scale(2)' },
  '60%': { opacity: 1, transform: 'translateY(0) scale(1.3)' },
});

export const pointsChange = style({
  position: 'absolute',
  // In the row's upper edge, clear of the digits.
  insetBlockStart: '1px',
  insetInlineEnd: space.x1,
  paddingInline: space.x2,
  borderRadius: radius.round,
  background: color.sunken,
  color: color.ink,
  fontSize: size.tiny,
  lineHeight: 1.4,
  fontWeight: weight.heavy,
  pointerEvents: 'none',
  animation: `${fly} calc(2 * ${motion.slow}) ${motion.out}`,
  selectors: { '&[data-mine]': { background: color.mine, color: color.onMine } },
});
