import { keyframes, style } from '@vanilla-extract/css';
import { visuallyHiddenStyle } from '#theme/logical.ts';
import { color, layer, media, motion, radius, size, space, weight } from '#theme/tokens.css.ts';
import { bottomOffset, topOffset } from '#ui/shell/bar-sizes.ts';

export const hidden = style(visuallyHiddenStyle);
export const table = style({ inlineSize: '100%', tableLayout: 'fixed' });

export const head = style({
  inlineSize: '3.5rem',
  paddingBlock: space.x2,
  paddingInlineStart: space.x3,
  fontSize: size.tiny,
  fontWeight: weight.medium,
  color: color.inkSoft,
  textAlign: 'start',
});
export const end = style({ inlineSize: '4.25rem', textAlign: 'end', paddingInlineEnd: space.x4 });

export const row = style({
  position: 'relative',
  selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } },
  '@media': { [media.hover]: { selectors: { '&:has(button):hover': { background: color.sunken } } } },
});

/** The caller's own row, in `mine`; it stays in view while the others scroll. */
export const mine = style({
  position: 'sticky',
  insetBlockStart: topOffset,
  insetBlockEnd: bottomOffset,
  zIndex: layer.sticky,
  background: color.mineSoft,
  boxShadow: `inset 0 0 0 1.5px ${color.mine}`,
  borderRadius: radius.control,
  '@media': {
    [media.hover]: { selectors: { '&:has(button):hover': { background: color.mineSoft } } },
    // On a desktop the tabs are at the side.
    [media.desk]: { insetBlockEnd: 0 },
  },
});

export const rank = style({ paddingBlock: space.x2, paddingInlineStart: space.x3, verticalAlign: 'middle' });

export const place = style({
  display: 'block',
  fontSize: size.title,
  fontWeight: weight.heavy,
  lineHeight: 1.1,
  color: color.inkSoft,
  selectors: {
    '&[data-first]': { color: color.ink, fontWeight: weight.black },
    [`${mine} &`]: { color: color.mineInk },
  },
});

export const who = style({
  paddingBlock: space.x2,
  paddingInline: space.x2,
  textAlign: 'start',
  fontWeight: weight.medium,
  inlineSize: 'auto',
});
export const person = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.x3,
  minInlineSize: 0,
  minBlockSize: '2.75rem',
});
export const words = style({ display: 'flex', flexDirection: 'column', minInlineSize: 0 });
export const name = style({ display: 'flex', alignItems: 'center', gap: space.x2, minInlineSize: 0 });

export const open = style({
  minInlineSize: 0,
  fontWeight: weight.strong,
  lineHeight: 1.3,
  textAlign: 'start',
  overflowWrap: 'anywhere',
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

export const note = style({
  fontSize: size.tiny,
  color: color.inkSoft,
  fontWeight: weight.body,
  lineHeight: 1.4,
});

export const points = style({
  position: 'relative',
  paddingInlineEnd: space.x4,
  textAlign: 'end',
  fontSize: size.title,
  fontWeight: weight.black,
  selectors: { [`${mine} &`]: { color: color.mineInk } },
});

const fly = keyframes({
  from: { opacity: 0, transform: 'translateY(-5rem) scale(2)' },
  '60%': { opacity: 1, transform: 'translateY(0) scale(1.3)' },
});

export const pointsChange = style({
  position: 'absolute',
  // In the row's upper edge, clear of the digits.
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
