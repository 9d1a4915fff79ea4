import { keyframes, style } from '@vanilla-extract/css';
import { wholePage } from '#ui/shell/bar-sizes.ts';
import { color, media, motion, radius, size, space } from '#theme/tokens.css.ts';

export const page = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space.x6,
  inlineSize: '100%',
  maxInlineSize: '28rem',
  marginInline: 'auto',
  paddingBlock: space.x4,
  minBlockSize: wholePage,
  // The buttons stay near the words.
  '@media': { [media.wide]: { minBlockSize: `min(${wholePage}, 38rem)` } },
});
export const steps = style({ display: 'flex', gap: space.x2, justifyContent: 'center' });
export const step = style({
  inlineSize: space.x2,
  blockSize: space.x2,
  borderRadius: radius.round,
  background: color.edge,
  transition: `inline-size ${motion.calm} ${motion.out}`,
  selectors: { '&[data-current]': { inlineSize: space.x6, background: color.action } },
});
const arrive = keyframes({ from: { opacity: 0, translate: '0 0.5rem' } });
export const slide = style({
  flex: 1,
  minBlockSize: '16rem',
  animation: `${arrive} ${motion.calm} ${motion.out}`,
});
export const mark = style({ fontSize: size.hero, color: color.action });
export const text = style({ fontSize: size.lead, color: color.inkSoft });
