import { keyframes, style } from '@vanilla-extract/css';
import { color, layer, media, motion, radius, space, weight } from '#theme/tokens.css.ts';
import { bottomOffset } from '#ui/shell/bar-sizes.ts';

const rise = keyframes({ from: { opacity: 0, translate: '0 1rem' } });

/** Above the tabs of a phone. */
export const region = style({
  position: 'fixed',
  insetInline: space.x3,
  insetBlockEnd: `calc(${bottomOffset} + ${space.x3})`,
  zIndex: layer.bar,
  maxInlineSize: '28rem',
  marginInline: 'auto',
  pointerEvents: 'none',
  '@media': { [media.desk]: { insetBlockEnd: space.x4 } },
});

export const notice = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.x2,
  minBlockSize: '3.5rem',
  paddingBlock: space.x1,
  paddingInline: `${space.x4} ${space.x1}`,
  background: color.raised,
  color: color.ink,
  border: `1.5px solid ${color.edge}`,
  borderRadius: radius.control,
  boxShadow: color.float,
  fontWeight: weight.medium,
  lineHeight: 1.35,
  pointerEvents: 'auto',
  animation: `${rise} ${motion.calm} ${motion.out}`,
});

export const text = style({ flex: 1, minInlineSize: 0, paddingBlock: space.x1 });
