import { style } from '@vanilla-extract/css';
import { flexColumn, flexRow, paddingInline, wrappingRow } from '#theme/logical.ts';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

export const entry = style({
  position: 'relative',
  display: 'flex',
  // With large text the words go under the picture.
  flexWrap: 'wrap',
  gap: space.x3,
  minInlineSize: 0,
  paddingBlock: space.x3,
  ...paddingInline(space.x3),
  borderRadius: radius.control,
  textDecoration: 'none',
  selectors: {
    '&[data-state=new]': {
      background: color.surface,
      boxShadow: color.lift,
      // Of the dot.
      paddingInlineEnd: `calc(2 * ${space.x3} + ${space.x2})`,
    },
  },
});

export const icon = style({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  inlineSize: '2.5rem',
  blockSize: '2.5rem',
  fontSize: size.title,
  borderRadius: radius.round,
  background: color.sunken,
});
export const face = style({ position: 'relative', flex: 'none', blockSize: 'fit-content' });
export const badge = style({
  position: 'absolute',
  insetBlockEnd: '-0.25rem',
  insetInlineEnd: '-0.375rem',
  display: 'grid',
  placeItems: 'center',
  inlineSize: '1.25rem',
  blockSize: '1.25rem',
  fontSize: size.tiny,
  borderRadius: radius.round,
  background: color.sunken,
  boxShadow: `0 0 0 2px ${color.wall}`,
  selectors: { '[data-state=new] &': { boxShadow: `0 0 0 2px ${color.surface}` } },
});

export const textColumn = style({
  ...flexColumn,
  gap: space.x1,
  flex: '1 1 min(8rem, 100%)',
  minInlineSize: 0,
});
export const title = style({
  // Text of either direction starts at the inline start.
  alignSelf: 'flex-start',
  selectors: { '[data-state=new] &': { fontWeight: weight.strong } },
});
export const text = style({ alignSelf: 'flex-start', fontSize: size.small });
export const match = style({
  ...wrappingRow,
  gap: space.x2,
  minBlockSize: '2.125rem',
  fontSize: size.small,
  fontWeight: weight.medium,
});
/** A side's crest and name, on one line. */
export const side = style({ ...flexRow, gap: space.x2, minInlineSize: 0 });
export const pick = style({
  ...wrappingRow,
  gap: space.x2,
  fontSize: size.small,
  color: color.inkSoft,
});
export const footer = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space.x2,
  fontSize: size.tiny,
  color: color.inkSoft,
});
export const earlier = style({
  paddingBlockStart: space.x1,
  borderBlockStart: `1px solid ${color.line}`,
  fontSize: size.tiny,
  color: color.inkSoft,
});
export const dot = style({
  position: 'absolute',
  insetInlineEnd: space.x3,
  insetBlockStart: `calc(${space.x3} + ${space.x2})`,
  inlineSize: space.x2,
  blockSize: space.x2,
  borderRadius: radius.round,
  background: color.action,
});
