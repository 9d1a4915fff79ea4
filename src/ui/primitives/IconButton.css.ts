import { style, styleVariants } from '@vanilla-extract/css';
import { color, media, motion, radius, touch } from '#theme/tokens.css.ts';

export const button = style({
  position: 'relative',
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  borderRadius: radius.round,
  transition: `background-color ${motion.quick}, scale ${motion.quick} ${motion.out}`,
  selectors: {
    '&:focus-visible': { borderRadius: radius.round },
    '&:active:not(:disabled)': { scale: '0.94' },
    '&:disabled': { color: color.edge },
    '&[aria-expanded="true"]': { background: color.action, color: color.onAction },
  },
});

export const tones = styleVariants({
  plain: {
    '@media': {
      [media.hover]: {
        selectors: {
          '&:hover:not(:disabled, [aria-expanded="true"])': {
            background: `color-mix(in oklab, transparent 90%, ${color.ink})`,
          },
        },
      },
    },
  },
  quiet: { background: color.sunken },
  main: {
    background: color.action,
    color: color.onAction,
    selectors: { '&:disabled': { background: color.sunken } },
  },
});

export const sizes = styleVariants({
  small: { inlineSize: touch, blockSize: touch },
  normal: { inlineSize: `calc(${touch} + 4px)`, blockSize: `calc(${touch} + 4px)` },
});
