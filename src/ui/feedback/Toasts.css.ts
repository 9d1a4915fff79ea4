import { globalStyle, keyframes, style, styleVariants } from '@vanilla-extract/css';
import { color, layer, media, motion, radius, space, weight } from '#theme/tokens.css.ts';
import { toastsStart } from './toasts-place.ts';

const drop = keyframes({ from: { opacity: 0, translate: '0 -1rem' } });
const lift = keyframes({ to: { opacity: 0, translate: '0 -1rem' } });

/** The newest toast covers the others, whose edges show below it; hover or focus spreads them out. */
export const region = style({
  position: 'fixed',
  insetInline: space.x3,
  insetBlockStart: toastsStart.phone,
  zIndex: layer.toast,
  display: 'grid',
  maxInlineSize: '28rem',
  marginInline: 'auto',
  pointerEvents: 'none',
  selectors: {
    '&:hover, &:focus-within': { display: 'flex', flexDirection: 'column-reverse', gap: space.x2 },
  },
  '@media': { [media.roomy]: { insetBlockStart: toastsStart.wide } },
});

export const toast = style({
  gridArea: '1 / 1',
  // Without it the newest, which is not scaled, would be painted below the scaled ones.
  position: 'relative',
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
  transition: `translate ${motion.calm} ${motion.out}, scale ${motion.calm} ${motion.out}`,
  animation: `${drop} ${motion.calm} ${motion.out}`,
  selectors: { '&[data-leaving]': { zIndex: layer.toast, animation: `${lift} ${motion.calm} forwards` } },
});
for (const [at, offset] of ['0.375rem', '0.75rem'].entries())
  globalStyle(`${region}:not(:hover, :focus-within) > ${toast}:nth-last-child(${at + 2})`, {
    translate: `0 ${offset}`,
    scale: `${1 - 0.04 * (at + 1)}`,
    transformOrigin: 'bottom',
  });

export const tones = styleVariants({
  won: { background: color.action, color: color.onAction },
  missed: { background: color.missedSoft, color: color.missed, border: `1.5px solid ${color.missed}` },
});

export const icon = style({ display: 'flex', flex: 'none', fontSize: '1.25rem' });
export const text = style({ flex: 1, minInlineSize: 0 });
