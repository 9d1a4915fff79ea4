import { keyframes, style } from '@vanilla-extract/css';
import { oneLine, safeArea } from '#theme/logical.ts';
import { color, layer, media, motion, radius, space, touch, weight } from '#theme/tokens.css.ts';

const rise = keyframes({ from: { translate: '0 100%' } });
const sink = keyframes({ to: { translate: '0 100%' } });

export const pad = style({
  position: 'fixed',
  insetInline: 0,
  insetBlockEnd: 0,
  zIndex: layer.pad,
  marginInline: 'auto',
  maxInlineSize: '26rem',
  padding: `${space.x3} ${space.x4} calc(${space.x3} + ${safeArea.bottom})`,
  background: color.raised,
  border: `1px solid ${color.line}`,
  borderBlockEnd: 0,
  borderStartStartRadius: radius.sheet,
  borderStartEndRadius: radius.sheet,
  boxShadow: color.float,
  animation: `${rise} ${motion.calm} ${motion.out}`,
  selectors: { '&[data-leaving]': { animation: `${sink} ${motion.calm} forwards` } },
  userSelect: 'none',
  contain: 'layout',
  '@media': {
    [media.low]: { maxInlineSize: '60rem' },
    [media.desk]: {
      insetBlockEnd: space.x6,
      borderRadius: radius.sheet,
      borderBlockEnd: `1px solid ${color.line}`,
      maxInlineSize: '20rem',
    },
  },
});

/**
 * Inside a sheet, where it scrolls if there is not enough space, so that what is below it stays visible. With a keyboard
 * digits are typed.
 */
export const inline = style({
  flex: '0 1 auto',
  minBlockSize: 0,
  overflowY: 'auto',
  // Space for the focus ring, which a scroll container would clip.
  padding: '5px',
  margin: '-5px',
  userSelect: 'none',
  '@media': { [`${media.desk} and ${media.hover}`]: { display: 'none' } },
});

/** Smaller with large text. */
const gap = `min(${space.x2}, 1.5dvh)`;

export const head = style({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: space.x3,
  paddingInline: space.x1,
  marginBlockEnd: gap,
});
export const title = style({ ...oneLine, fontWeight: weight.heavy });

export const keys = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, 1fr)',
  gap,
  // One row of keys, with the matches above it.
  '@media': { [media.low]: { gridTemplateColumns: `repeat(auto-fit, minmax(${touch}, 1fr))` } },
});

export const key = style({
  display: 'grid',
  placeItems: 'center',
  // With large text the pad leaves room for the match above it.
  minBlockSize: 'min(3.25rem, 8dvh)',
  borderRadius: radius.control,
  background: color.sunken,
  fontSize: 'min(1.625rem, 5dvh)',
  fontWeight: weight.heavy,
  lineHeight: 1,
  transition: `scale ${motion.quick} ${motion.out}`,
  '@media': {
    [media.low]: { minBlockSize: touch },
    [media.hover]: {
      selectors: { '&:hover:not(:disabled, [aria-pressed="true"])': { background: color.line } },
    },
  },
  // A scale at rest too: adding one on each touch would force a layout.
  scale: '1',
  selectors: {
    '&:active': { scale: '0.94' },
    '&[aria-pressed="true"]': { background: color.mine, color: color.onMine },
    // Goals are nobody's pick, so not in the colour of picks.
    [`${inline} &[aria-pressed="true"]`]: { background: color.action, color: color.onAction },
    '&:focus-visible': { borderRadius: radius.control },
  },
});

export const side = style({ background: 'none', selectors: { '&:disabled': { color: color.edge } } });
export const done = style({
  background: color.action,
  color: color.onAction,
  '@media': {
    [media.hover]: {
      selectors: {
        '&:hover': { background: `color-mix(in oklab, ${color.action} 86%, ${color.surface}) !important` },
      },
    },
  },
});
