import { keyframes, style } from '@vanilla-extract/css';
import { color, motion, radius, size, space } from '#theme/tokens.css.ts';

const unroll = keyframes({ from: { opacity: 0, translate: '0 -0.5rem' } });

export const region = style({ selectors: { '&:empty': { display: 'none' } } });

const height = '2.25rem';
/** Height with the gap below it. */
export const noticeHeight = `calc(${height} + ${space.x2})`;
export const notice = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.x2,
  minBlockSize: height,
  marginInline: space.x3,
  marginBlockEnd: space.x2,
  paddingInline: space.x3,
  background: color.sunken,
  borderRadius: radius.round,
  fontSize: size.small,
  lineHeight: 1.3,
  color: color.ink,
  animation: `${unroll} ${motion.calm} ${motion.out}`,
});
