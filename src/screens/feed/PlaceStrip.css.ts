import { style } from '@vanilla-extract/css';
import { flexRow, oneLine } from '#theme/logical.ts';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

/** Has its full height from the first frame: nothing moves when its text is loaded. */
export const strip = style({
  display: 'flex',
  // With large text the button has a line of its own.
  flexWrap: 'wrap',
  alignItems: 'stretch',
  justifyContent: 'space-between',
  minBlockSize: '4.5rem',
  paddingBlock: space.x1,
  paddingInlineEnd: space.x3,
  borderRadius: radius.card,
  background: color.surface,
  boxShadow: color.lift,
});
export const place = style({
  ...flexRow,
  gap: space.x3,
  flex: '1 1 6.5rem',
  minInlineSize: 0,
  paddingInlineStart: space.x4,
  borderRadius: radius.card,
  color: 'inherit',
  textDecoration: 'none',
});
export const rank = style({
  display: 'grid',
  justifyItems: 'center',
  flex: 'none',
  fontSize: size.display,
  fontWeight: weight.black,
  lineHeight: 1,
  fontVariantNumeric: 'tabular-nums lining-nums',
});
export const rankWord = style({ fontSize: size.tiny, fontWeight: weight.medium, color: color.inkSoft });
export const textColumn = style({ display: 'grid', flex: 1, minInlineSize: 0, gap: '0.125rem' });
export const distance = style({
  fontSize: size.small,
  fontWeight: weight.strong,
  lineHeight: 1.25,
  // Two lines at most: the strip keeps its height.
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
});
export const league = style({ ...oneLine, fontSize: size.tiny, color: color.inkSoft });
export const pick = style({
  display: 'grid',
  alignItems: 'center',
  flex: 'none',
  marginInlineStart: space.x3,
});
export const picks = style({ display: 'grid', justifyItems: 'center', lineHeight: 1.2 });
export const until = style({ fontSize: size.tiny, fontWeight: weight.medium });
export const done = style({
  ...flexRow,
  gap: space.x1,
  flex: 'none',
  fontSize: size.small,
  fontWeight: weight.strong,
  color: color.won,
});
