import { style, styleVariants } from '@vanilla-extract/css';
import { flexColumn, flexRow, wrappingRow } from '#theme/logical.ts';
import { color, media, radius, size, space, touch, weight } from '#theme/tokens.css.ts';

/**
 * A list holds many of these: no style creates a layer, clip or transform. Spacing is padding, because
 * measuring ignores margins.
 */
export const row = style({
  display: 'grid',
  gridTemplateColumns: '2rem minmax(0, 1fr)',
  columnGap: space.x2,
  paddingInline: space.x3,
  paddingBlockStart: '2px',
  selectors: { '&[data-first]': { paddingBlockStart: space.x3 } },
});

export const face = style({ gridColumn: 1, gridRow: 1 });

/** The caller's own messages at the inline end, all others at the start. */
export const sides = styleVariants({
  theirs: { gridColumn: 2, justifySelf: 'start' },
  mine: { gridColumn: '1 / -1', justifySelf: 'end' },
});
export const column = style({
  ...flexColumn,
  gap: space.x1,
  minInlineSize: 0,
  position: 'relative',
  maxInlineSize: 'min(82%, 30rem)',
  // Leaves space beside it for the actions button.
  selectors: { [`${sides.theirs}&`]: { maxInlineSize: `min(100% - ${touch} + ${space.x3}, 30rem)` } },
});

export const bubble = style({
  position: 'relative',
  ...flexColumn,
  gap: space.x1,
  minInlineSize: '4.5rem',
  padding: `${space.x2} ${space.x3}`,
  borderRadius: radius.control,
  lineHeight: 1.4,
  // A long press opens the message's actions, which include copying: it must not start a selection.
  '@media': { [media.touch]: { userSelect: 'none', WebkitUserSelect: 'none', WebkitTouchCallout: 'none' } },
});
export const fills = styleVariants({
  theirs: { background: color.surface, boxShadow: color.lift },
  mine: { background: color.mineSoft },
});
/** The corner next to the author. */
export const tails = styleVariants({
  theirs: { selectors: { '[data-first] &': { borderStartStartRadius: space.x1 } } },
  mine: { selectors: { '[data-first] &': { borderStartEndRadius: space.x1 } } },
});

export const name = style({ fontSize: size.small, fontWeight: weight.heavy });
const { person1, person2, person3, person4, person5, person6 } = color;
/** Colours by member id; none is `mine`, `won` or `missed`. */
export const nameColors = [person1, person2, person3, person4, person5, person6].map((personColor) =>
  style({ color: personColor }),
);
export const text = style({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });
export const link = style({ WebkitTouchCallout: 'default', textDecorationThickness: '1.5px' });
export const deleted = style({ color: color.inkSoft, fontStyle: 'italic' });

export const footer = style({
  ...flexRow,
  justifyContent: 'flex-end',
  gap: space.x1,
  minBlockSize: '1rem',
  color: color.inkSoft,
  fontSize: size.tiny,
  lineHeight: 1.3,
  overflowWrap: 'break-word',
});
/** Actions button beside the bubble, visible on hover or focus. Inert on touch devices, where a long press opens the actions. */
export const more = style({
  position: 'absolute',
  insetBlockStart: 0,
  inlineSize: touch,
  blockSize: touch,
  fontWeight: weight.heavy,
  color: 'transparent',
  selectors: {
    '&::before': { content: '···' },
    '&:focus-visible': { color: color.inkSoft },
  },
  '@media': {
    [media.hover]: { selectors: { [`${row}:hover &`]: { color: color.inkSoft } } },
    [media.touch]: { pointerEvents: 'none' },
  },
});
export const beside = styleVariants({
  theirs: { insetInlineStart: '100%' },
  mine: { insetInlineEnd: '100%' },
});

export const unsent = style({
  ...wrappingRow,
  justifyContent: 'flex-end',
  columnGap: space.x2,
  fontSize: size.small,
  color: color.inkSoft,
  selectors: { '[data-state="refused"] &': { color: color.missed } },
});

export const unsentActions = style({ display: 'inline-flex' });

export const pictures = style({
  display: 'grid',
  gap: '3px',
  borderRadius: radius.small,
  overflow: 'hidden',
  selectors: { '&[data-many]': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const picture = style({
  inlineSize: '100%',
  blockSize: '100%',
  objectFit: 'cover',
  background: color.sunken,
});
export const missingPicture = style({
  display: 'grid',
  placeItems: 'center',
  blockSize: '100%',
  background: color.sunken,
  color: color.inkSoft,
});
/** Sized by its aspect ratio before it loads. */
export const frame = style({
  display: 'block',
  inlineSize: '18rem',
  maxInlineSize: '100%',
  maxBlockSize: '20rem',
  overflow: 'hidden',
  selectors: { '[data-many] &': { inlineSize: '100%', aspectRatio: '1 !important' } },
});

export const dayDivider = style({ paddingBlock: `${space.x4} ${space.x1}`, textAlign: 'center' });
export const day = style({
  display: 'inline-block',
  paddingBlock: space.x1,
  paddingInline: space.x3,
  borderRadius: radius.round,
  background: color.sunken,
  color: color.inkSoft,
  fontSize: size.tiny,
  fontWeight: weight.medium,
});
export const unreadDivider = style({
  ...flexRow,
  gap: space.x3,
  paddingInline: space.x4,
  paddingBlock: `${space.x4} ${space.x2}`,
  fontSize: size.small,
  fontWeight: weight.strong,
  selectors: {
    '&::before, &::after': { content: '', flex: 1, borderBlockStart: `1.5px solid ${color.edge}` },
  },
});
