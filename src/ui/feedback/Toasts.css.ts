import { keyframes, style, styleVariants } from '@vanilla-extract/css';
import { safeArea } from '#theme/logical.ts';
import { color, layer, media, motion, radius, space, weight } from '#theme/tokens.css.ts';
import { tabBarHeight } from '#ui/shell/bar-sizes.ts';

const rise = keyframes({ from: { opacity: 0, translate: '0 1rem' } });

export const region = style({
  position: 'fixed',
  insetInline: space.x3,
  insetBlockEnd: `calc(${tabBarHeight} + ${space.x2} + ${safeArea.bottom})`,
  zIndex: layer.toast,
  display: 'grid',
  gap: space.x2,
  maxInlineSize: '28rem',
  marginInline: 'auto',
  pointerEvents: 'none',
  '@media': { [media.desk]: { insetBlockEnd: space.x6 } },
});

export const toast = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.x3,
  minBlockSize: '3.5rem',
  paddingBlock: space.x1,
  paddingInline: `${space.x4} ${space.x1}`,
  borderRadius: radius.control,
  boxShadow: color.float,
  fontWeight: weight.medium,
  lineHeight: 1.35,
  pointerEvents: 'auto',
  animation: `${rise} ${motion.calm} ${motion.out}`,
});

export const tones = styleVariants({
  won: { background: color.action, color: color.onAction },
  missed: { background: color.missedSoft, color: color.missed, border: `1.5px solid ${color.missed}` },
});

export const icon = style({ display: 'flex', flex: 'none', fontSize: '1.25rem' });
export const text = style({ flex: 1, minInlineSize: 0 });
