import { globalStyle, keyframes, style, styleVariants } from '@vanilla-extract/css';
import { flexColumn, flexRow, paddingInline, visuallyHiddenStyle } from '#theme/logical.ts';
import { color, layer, media, motion, radius, size, space, weight } from '#theme/tokens.css.ts';
import { stickyEnd, stickyStart } from '#ui/shell/bar-sizes.ts';

/** Height of a row; names do not break it. */
const rowHeight = '3rem';
/** Where there is no space for more: a phone with large text. */
const narrow = '(max-width: 16rem)';
/** A window of a few rows, such as a phone on its side. */
const low = 'screen and (max-height: 30rem)';

export const hidden = style(visuallyHiddenStyle);
export const frame = style({ containerType: 'inline-size' });
export const table = style({ inlineSize: '100%', tableLayout: 'fixed' });

/** Column headings for screen readers only; they set the column widths. */
export const heads = styleVariants({
  rank: { padding: 0, inlineSize: '2.5rem', '@container': { [narrow]: { inlineSize: '1.75rem' } } },
  player: { padding: 0 },
  pointsShort: { padding: 0, inlineSize: '4.75rem', '@container': { [narrow]: { inlineSize: '3.75rem' } } },
});

export const row = style({
  position: 'relative',
  selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } },
  '@media': { [media.hover]: { selectors: { '&:has(button):hover': { background: color.sunken } } } },
});

/** The caller's own row, in `mine`; it stays in view while the others scroll. */
export const mine = style({
  position: 'sticky',
  insetBlockStart: stickyStart,
  insetBlockEnd: stickyEnd.phone,
  zIndex: layer.sticky,
  // An inset shadow as the background: a row's background has square corners, its shadow follows the radius.
  boxShadow: `inset 0 0 0 1.5px ${color.mine}, inset 0 0 0 100vmax ${color.mineSoft}`,
  borderRadius: radius.control,
  '@media': {
    [media.hover]: { selectors: { '&:has(button):hover': { background: 'none' } } },
    [media.desk]: { insetBlockEnd: stickyEnd.desk },
    [low]: { position: 'relative', inset: 'auto' },
  },
});

export const rank = style({
  blockSize: rowHeight,
  padding: 0,
  textAlign: 'center',
  lineHeight: 1,
  verticalAlign: 'middle',
});

export const place = style({
  display: 'block',
  fontSize: size.lead,
  fontWeight: weight.heavy,
  lineHeight: 1.1,
  color: color.inkSoft,
  selectors: {
    '&[data-first]': { color: color.ink, fontWeight: weight.black },
    [`${mine} &`]: { color: color.mineInk },
  },
});

export const who = style({ padding: 0, textAlign: 'start', fontWeight: weight.medium });
export const person = style({
  ...flexRow,
  gap: space.x2,
  minInlineSize: 0,
  paddingInlineStart: space.x1,
});
// On narrow rows the name gets the picture's space.
globalStyle(`${person} > :first-child`, { '@container': { [narrow]: { display: 'none' } } });
export const textColumn = style({ ...flexColumn, minInlineSize: 0, flex: 1 });
export const name = style({
  ...flexRow,
  columnGap: space.x2,
  minInlineSize: 0,
  '@container': { [narrow]: { flexWrap: 'wrap' } },
});

// Scrolling into view, by keyboard too, stops clear of the caller's sticky row at either edge, and of the line below a name.
const clearOfMine = (edge: string) => `calc(${edge} + ${rowHeight} + ${space.x8} + ${space.x1})`;

export const open = style({
  minInlineSize: 0,
  fontWeight: weight.strong,
  lineHeight: 1.25,
  textAlign: 'start',
  overflowWrap: 'anywhere',
  scrollMarginBlockStart: clearOfMine(stickyStart),
  scrollMarginBlockEnd: clearOfMine(stickyEnd.phone),
  '@media': { [media.desk]: { scrollMarginBlockEnd: clearOfMine(stickyEnd.desk) } },
  selectors: {
    // The whole row reacts to a tap.
    'button&::after': { content: '', position: 'absolute', inset: 0 },
    'button&:focus-visible': { outline: 'none' },
    'button&:focus-visible::after': {
      outline: `2.5px solid ${color.ink}`,
      outlineOffset: '-3px',
      borderRadius: radius.control,
    },
  },
});

export const you = style({
  flex: 'none',
  paddingInline: '0.45rem',
  borderRadius: radius.round,
  background: color.mine,
  color: color.onMine,
  fontSize: size.tiny,
  fontWeight: weight.strong,
  lineHeight: '1.125rem',
});

export const note = style({
  ...flexRow,
  columnGap: space.x2,
  minInlineSize: 0,
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  fontSize: size.tiny,
  color: color.inkSoft,
  fontWeight: weight.body,
  lineHeight: 1.3,
  '@container': { [narrow]: { flexWrap: 'wrap', whiteSpace: 'normal' } },
});

export const points = style({
  position: 'relative',
  padding: 0,
  ...paddingInline(space.x1, space.x2),
  textAlign: 'end',
  fontSize: size.lead,
  lineHeight: 1.2,
  fontWeight: weight.black,
  verticalAlign: 'middle',
  selectors: { [`${mine} &`]: { color: color.mineInk } },
});
export const average = style({
  display: 'block',
  fontSize: size.tiny,
  fontWeight: weight.body,
  lineHeight: 1.3,
  color: color.inkSoft,
  whiteSpace: 'nowrap',
  '@container': { [narrow]: { whiteSpace: 'normal' } },
});

const fly = keyframes({
  from: { opacity: 0, transform: 'translateY(-5rem) scale(2)' },
  '60%': { opacity: 1, transform: 'translateY(0) scale(1.3)' },
});

export const pointsChange = style({
  position: 'absolute',
  // At the row's upper edge, clear of the digits.
  insetBlockStart: '1px',
  insetInlineEnd: space.x1,
  paddingInline: space.x2,
  borderRadius: radius.round,
  background: color.sunken,
  color: color.ink,
  fontSize: size.tiny,
  lineHeight: 1.4,
  fontWeight: weight.heavy,
  pointerEvents: 'none',
  animation: `${fly} calc(2 * ${motion.slow}) ${motion.out}`,
  selectors: { '&[data-mine]': { background: color.mine, color: color.onMine } },
});
