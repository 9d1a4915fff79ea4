import { keyframes, style, styleVariants } from '@vanilla-extract/css';
import { flexColumn, safeArea } from '#theme/logical.ts';
import { toastsEnd } from '#ui/feedback/toasts-place.ts';
import { color, layer, media, motion, radius, size, space, weight } from '#theme/tokens.css.ts';

const appear = keyframes({ from: { opacity: 0 } });
const leave = keyframes({ to: { opacity: 0 } });
const rise = keyframes({ from: { translate: '0 100%' } });
const sink = keyframes({ to: { translate: '0 100%' } });
const grow = keyframes({ from: { opacity: 0, translate: '0 1.5rem', scale: '0.98' } });
const fromEnd = keyframes({ from: { opacity: 0, translate: '1.5rem' } });
const fromEndRtl = keyframes({ from: { opacity: 0, translate: '-1.5rem' } });
const toEnd = keyframes({ to: { opacity: 0, translate: '1.5rem' } });
const toEndRtl = keyframes({ to: { opacity: 0, translate: '-1.5rem' } });
const shrink = keyframes({ to: { opacity: 0, translate: '0 1.5rem', scale: '0.98' } });

export const backdrop = style({
  position: 'fixed',
  inset: 0,
  zIndex: layer.sheet,
  background: color.veil,
  animation: `${appear} ${motion.calm}`,
  selectors: { '&[data-leaving]': { animation: `${leave} ${motion.calm} forwards` } },
});

export const sheet = style({
  position: 'fixed',
  zIndex: layer.sheet,
  ...flexColumn,
  background: color.wall,
  boxShadow: color.float,
  selectors: { '&:focus-visible': { outline: 'none' } },
});

/** Maximum height of a bottom sheet: below the toasts, or the whole window if it is low. */
const bottomMaxSize = {
  phone: `min(100dvh, max(80dvh, calc(100dvh - ${toastsEnd.phone}), 24rem))`,
  roomy: `min(46rem, calc(100dvh - 2 * ${toastsEnd.wide}))`,
};

export const sides = styleVariants({
  bottom: {
    insetInline: 0,
    insetBlockEnd: 0,
    paddingInline: safeArea.inline,
    // The title is below the toasts.
    maxBlockSize: bottomMaxSize.phone,
    borderStartStartRadius: radius.sheet,
    borderStartEndRadius: radius.sheet,
    animation: `${rise} ${motion.calm} ${motion.out}`,
    selectors: { '&[data-leaving]': { animation: `${sink} ${motion.calm} forwards` } },
    '@media': {
      [media.low]: {
        marginInline: 'auto',
        maxInlineSize: '60rem',
        blockSize: '100dvh',
        maxBlockSize: 'none',
        paddingBlockStart: safeArea.top,
        borderRadius: 0,
      },
      [media.roomy]: {
        inset: 0,
        margin: 'auto',
        inlineSize: 'min(36rem, calc(100vw - 4rem))',
        blockSize: 'fit-content',
        maxBlockSize: bottomMaxSize.roomy,
        borderRadius: radius.sheet,
        animationName: grow,
        selectors: { '&[data-leaving]': { animationName: shrink } },
      },
    },
  },
  end: {
    insetBlock: 0,
    insetInlineEnd: 0,
    inlineSize: 'min(21rem, calc(100vw - 48px))',
    paddingBlockStart: safeArea.top,
    borderStartStartRadius: radius.sheet,
    borderEndStartRadius: radius.sheet,
    animation: `${fromEnd} ${motion.calm} ${motion.out}`,
    selectors: {
      '[dir="rtl"] &': { animationName: fromEndRtl },
      '&[data-leaving]': { animation: `${toEnd} ${motion.calm} forwards` },
      '[dir="rtl"] &[data-leaving]': { animationName: toEndRtl },
    },
  },
});

export const tall = style({
  blockSize: '100dvh',
  maxBlockSize: '100dvh',
  paddingBlockStart: safeArea.top,
  borderStartStartRadius: 0,
  borderStartEndRadius: 0,
  '@media': {
    [media.roomy]: {
      blockSize: `min(52rem, calc(100dvh - 2 * ${toastsEnd.wide}))`,
      maxBlockSize: 'none',
      overflow: 'hidden',
      borderRadius: radius.sheet,
    },
  },
});
/** The same height whatever the content: on a phone the maximum. */
export const steady = style({
  blockSize: bottomMaxSize.phone,
  '@media': { [media.roomy]: { blockSize: `min(max(34rem, 66dvh), ${bottomMaxSize.roomy})` } },
});
/** Shrinks to nothing before the footer does. */
const shrinksFirst = '1 9999 0%';
export const whole = style({ flex: shrinksFirst, minBlockSize: 0, ...flexColumn });

export const header = style({
  display: 'flex',
  // With large text the buttons go under the title.
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  columnGap: space.x2,
  minBlockSize: 'min(4rem, 12dvh)',
  paddingBlock: space.x1,
  paddingInline: `${space.x2} ${space.x4}`,
  flex: 'none',
});

export const title = style({
  flex: '1 1 6rem',
  minInlineSize: 0,
  fontSize: size.lead,
  fontWeight: weight.heavy,
  lineHeight: 1.25,
  textAlign: 'start',
});

export const body = style({
  flex: shrinksFirst,
  minBlockSize: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  paddingInline: space.x4,
  paddingBlock: `${space.x1} calc(${space.x6} + ${safeArea.bottom})`,
});

const footerPadding = `min(${space.x3}, 2.25dvh)`;
export const footer = style({
  flex: '0 1 auto',
  // With large text some of the body stays visible above it.
  maxBlockSize: '66dvh',
  overflowY: 'auto',
  ...flexColumn,
  gap: space.x2,
  padding: `${footerPadding} ${space.x4} calc(${footerPadding} + ${safeArea.bottom})`,
  borderBlockStart: `1px solid ${color.line}`,
  background: color.surface,
  '@media': { [media.roomy]: { borderEndStartRadius: radius.sheet, borderEndEndRadius: radius.sheet } },
});
