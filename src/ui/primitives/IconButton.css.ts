import { style, styleVariants } from '@vanilla-extract/css';
import { paddingInline } from '#theme/logical.ts';
import { color, media, motion, radius, size, touch, weight } from '#theme/tokens.css.ts';

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
    '&[aria-pressed="true"], &[aria-expanded="true"]': { background: color.action, color: color.onAction },
  },
});

export const tones = styleVariants({
  plain: {
    '@media': {
      [media.hover]: {
        selectors: {
          '&:hover:not(:disabled, [aria-pressed="true"], [aria-expanded="true"])': {
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
  normal: { inlineSize: '3rem', blockSize: '3rem' },
});

export const count = style({
  position: 'absolute',
  insetBlockStart: 0,
  insetInlineEnd: 0,
  minInlineSize: '1.25rem',
  ...paddingInline('0.3rem'),
  borderRadius: radius.round,
  background: color.action,
  color: color.onAction,
  boxShadow: `0 0 0 2px ${color.wall}`,
  fontSize: size.tiny,
  fontWeight: weight.heavy,
  lineHeight: '1.25rem',
  textAlign: 'center',
});
