import { keyframes, style } from '@vanilla-extract/css';
import { flexRow, oneLine, safeArea } from '#theme/logical.ts';
import { color, layer, media, motion, radius, size, space, weight } from '#theme/tokens.css.ts';
import { bottomOffset, topBarEnd } from '#ui/shell/bar-sizes.ts';

const barHeight = '3rem';
const rise = keyframes({ from: { opacity: 0, translate: '0 0.75rem' } });
const sink = keyframes({ to: { opacity: 0, translate: '0 0.75rem' } });
const pulse = keyframes({ '50%': { opacity: 0.35 } });

/** Space for the bar below the last card, so that the bar moves no card when it appears. As a margin it causes no layout shift. */
export const region = style({
  zIndex: layer.sticky,
  selectors: { '&:not(:empty)': { marginBlockEnd: barHeight } },
  '@media': {
    [media.wide]: {
      position: 'sticky',
      insetBlockEnd: `calc(${bottomOffset} + ${space.x2})`,
      selectors: { '&:not(:empty)': { marginBlockEnd: 0 } },
    },
    [media.desk]: { insetBlockEnd: `calc(${safeArea.bottom} + ${space.x4})` },
    [media.panes]: { position: 'static', zIndex: layer.bar },
  },
});
/** Between the app's name at one end of the top bar and the member's at the other. */
const besideNames = `calc(6.5rem + 12rem) ${topBarEnd}`;
/**
 * Below the digit pad and the toasts in stacking order. On a phone it is fixed to the window, above the tabs; on a desktop it is
 * in the top bar's free space and covers nothing.
 */
export const bar = style({
  position: 'fixed',
  insetInline: `max(${space.x3}, ${safeArea.inline})`,
  insetBlockEnd: `calc(${bottomOffset} + ${space.x2})`,
  zIndex: layer.sticky,
  display: 'flex',
  alignItems: 'stretch',
  minBlockSize: barHeight,
  borderRadius: radius.control,
  background: color.action,
  color: color.onAction,
  boxShadow: color.float,
  overflow: 'hidden',
  animation: `${rise} ${motion.calm} ${motion.out}`,
  selectors: { '&[data-leaving]': { animation: `${sink} ${motion.calm} forwards` } },
  '@media': {
    [media.wide]: { position: 'static' },
    [media.panes]: {
      position: 'fixed',
      insetInline: besideNames,
      insetBlock: `calc(${safeArea.top} + ${space.x1}) auto`,
      maxInlineSize: '35rem',
      marginInline: 'auto',
      boxShadow: 'none',
    },
  },
});
export const count = style({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  paddingInline: `${space.x3} ${space.x1}`,
  fontSize: size.small,
  fontWeight: weight.heavy,
});
/** Several items scroll horizontally: the next one is partly visible, and a swipe or Tab leads to it. */
export const items = style({
  display: 'flex',
  flex: 1,
  minInlineSize: 0,
  overflowX: 'auto',
  scrollSnapType: 'inline mandatory',
  scrollbarWidth: 'none',
  margin: 0,
  padding: 0,
  listStyle: 'none',
});
export const item = style({
  display: 'flex',
  flex: '0 0 88%',
  minInlineSize: 0,
  containerType: 'inline-size',
  scrollSnapAlign: 'start',
  selectors: { '&:only-child': { flexBasis: '100%' } },
});
export const link = style({
  ...flexRow,
  gap: space.x2,
  flex: 1,
  minInlineSize: 0,
  paddingInline: space.x3,
  color: 'inherit',
  fontSize: size.small,
  textDecoration: 'none',
  selectors: { '&:focus-visible': { outlineOffset: '-4px', outlineColor: 'currentColor' } },
});
export const dot = style({
  flex: 'none',
  inlineSize: '0.5rem',
  blockSize: '0.5rem',
  borderRadius: radius.round,
  background: 'currentColor',
  animation: `${pulse} 1.6s infinite`,
});
export const name = style({ ...oneLine, fontWeight: weight.strong });
/** Large text: the names need the space. */
const narrow = '(max-width: 14rem)';
export const crest = style({ display: 'contents', '@container': { [narrow]: { display: 'none' } } });
export const status = style({
  '@container': { [narrow]: { display: 'none' } },
  marginInlineStart: 'auto',
  flex: 'none',
  fontSize: size.tiny,
  fontWeight: weight.heavy,
});
