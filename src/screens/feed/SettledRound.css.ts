import { style } from '@vanilla-extract/css';
import { flexRow, oneLine, wrappingRow } from '#theme/logical.ts';
import { color, motion, radius, size, space, weight } from '#theme/tokens.css.ts';

export const line = style({
  ...wrappingRow,
  gap: space.x3,
  // 96 px with the card's border.
  minBlockSize: 'calc(6rem - 2px)',
  paddingBlock: space.x2,
  paddingInline: space.x4,
  cursor: 'pointer',
  listStyle: 'none',
  selectors: {
    '&::-webkit-details-marker': { display: 'none' },
    '&:focus-visible': { outlineOffset: '-2px', borderRadius: radius.card },
  },
});
export const textColumn = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  // With large text the points go under it.
  flex: '1 1 7rem',
  minInlineSize: 0,
});
export const title = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  fontWeight: weight.heavy,
});
export const winner = style({
  ...flexRow,
  gap: space.x1,
  color: color.inkSoft,
  fontSize: size.small,
});
export const cup = style({ flex: 'none' });
export const winnerName = style({ ...oneLine, minInlineSize: 0 });
export const points = style({
  color: color.mineInk,
  fontSize: '1.75rem',
  fontWeight: weight.black,
  lineHeight: 1,
});
export const none = style({ color: color.inkSoft, fontSize: size.small });
export const chevron = style({
  flex: 'none',
  color: color.inkSoft,
  transition: `rotate ${motion.calm} ${motion.out}`,
  selectors: { '[open] > summary > &': { rotate: '180deg' } },
});
