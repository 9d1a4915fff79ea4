import { keyframes, style, styleVariants } from '@vanilla-extract/css';
import { color, motion, radius, size, weight } from '#theme/tokens.css.ts';

const landed = keyframes({ from: { scale: '0.72' }, to: { scale: '1' } });
const blink = keyframes({ '0%, 55%': { opacity: 1 }, '56%, 100%': { opacity: 0 } });
const waiting = keyframes({ '0%, 100%': { opacity: 0.25 }, '50%': { opacity: 0.8 } });
const shake = keyframes({
  '25%': { translate: '-3px' },
  '50%': { translate: '3px' },
  '75%': { translate: '-2px' },
});

export const cell = style({
  position: 'relative',
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  border: '2px solid transparent',
  borderRadius: radius.control,
  fontWeight: weight.black,
  lineHeight: 1,
  // Scrolled into view clear of the open pad.
  scrollMarginBlock: '8rem 24rem',
  selectors: {
    '&:focus-visible': { borderRadius: radius.control },
    '&[data-state="empty"]': {
      background: color.mineSoft,
      border: `2px dashed ${color.mineInk}`,
      color: color.mineInk,
    },
    '&[data-state="mine"], &[data-state="saving"], &[data-state="saved"]': {
      background: color.mine,
      color: color.onMine,
    },
    '&[data-state="waiting"]': {
      background: color.mineSoft,
      border: `2px dashed ${color.mineInk}`,
      color: color.mineInk,
    },
    '&[data-state="refused"]': {
      background: color.missedSoft,
      borderColor: color.missed,
      color: color.missed,
      animation: `${shake} ${motion.slow}`,
    },
    '&[data-state="locked"], &[data-state="exact"], &[data-state="hit"]': {
      background: color.mineSoft,
      color: color.mineInk,
    },
    '&[data-state="exact"], &[data-state="hit"]': { borderColor: color.won },
    '&[data-state="missed"]': { background: color.mineSoft, color: color.mineInk },
    '&[data-state="closed"]': { background: color.sunken, color: color.inkSoft },
    '&[data-active]': { boxShadow: `0 0 0 2.5px ${color.surface}, 0 0 0 5px ${color.ink}` },
    '&[data-active]:focus-visible': { outline: 'none' },
    // Clear of the bars.
    '&[data-active="keys"]': { scrollMarginBlock: '8rem' },
  },
});

export const sizes = styleVariants({
  /** A closed pick beside the score. */
  small: {
    minInlineSize: '1.5rem',
    blockSize: '1.75rem',
    fontSize: '1.75rem',
    borderWidth: 0,
    borderRadius: radius.small,
  },
  normal: {
    contain: 'size layout style',
    inlineSize: 'min(3.125rem, 18vw)',
    blockSize: '2.75rem',
    fontSize: '1.75rem',
  },
  large: {
    contain: 'size layout style',
    inlineSize: 'min(4.5rem, 26vw)',
    blockSize: '5rem',
    fontSize: '3rem',
  },
});

export const digit = style({
  display: 'grid',
  placeItems: 'center',
  minInlineSize: '1ch',
  minBlockSize: '1em',
  animation: `${landed} ${motion.calm} ${motion.pop}`,
  selectors: {
    // Placeholder of a digit: a short stroke, blinking in the active cell.
    '&:empty::before': {
      content: '',
      inlineSize: '0.6em',
      blockSize: '3px',
      borderRadius: radius.round,
      background: 'currentcolor',
      alignSelf: 'center',
    },
    '[data-active] > &:empty::before': {
      inlineSize: '3px',
      blockSize: '0.9em',
      // Starts after 1.5 s, so that it costs no frames while digits are tapped.
      animation: `${blink} 1s steps(1) 1.5s infinite`,
    },
    [`${sizes.normal}[data-state="missed"] > &, [data-state="refused"] > &`]: {
      textDecoration: 'line-through',
      textDecorationThickness: '3px',
    },
  },
});

export const corner = style({
  position: 'absolute',
  insetBlockStart: '0.1875rem',
  insetInlineEnd: '0.25rem',
  display: 'flex',
  fontSize: size.tiny,
  lineHeight: 1,
});

export const pending = style({ animation: `${waiting} 1s ease-in-out infinite` });

export const badge = style({
  position: 'absolute',
  insetBlockStart: '-0.5rem',
  insetInlineEnd: '-0.5rem',
  display: 'grid',
  placeItems: 'center',
  inlineSize: '1.375rem',
  blockSize: '1.375rem',
  borderRadius: radius.round,
  boxShadow: `0 0 0 2px ${color.surface}`,
  fontSize: size.small,
  fontWeight: weight.black,
  lineHeight: 1,
});

export const good = style({
  background: color.won,
  color: color.wonSoft,
  animation: `${landed} ${motion.calm} ${motion.pop}`,
});
export const bad = style({ background: color.missed, color: color.missedSoft });
