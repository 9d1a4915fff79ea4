import { style } from '@vanilla-extract/css';
import { color, radius, size, space } from '#theme/tokens.css.ts';

export const strip = style({
  display: 'flex',
  gap: space.x2,
  overflowX: 'auto',
  overscrollBehavior: 'contain',
  paddingBlock: space.x1,
});
export const item = style({ flex: 'none', inlineSize: '6.5rem' });
export const tile = style({
  position: 'relative',
  display: 'block',
  blockSize: '6.5rem',
  borderRadius: radius.control,
  overflow: 'hidden',
  background: color.sunken,
});
export const picture = style({ inlineSize: '100%', blockSize: '100%', objectFit: 'cover' });
export const ring = style({
  position: 'absolute',
  insetBlockStart: '50%',
  insetInlineStart: '50%',
  display: 'grid',
  placeItems: 'center',
  inlineSize: '2.75rem',
  blockSize: '2.75rem',
  marginBlockStart: '-1.375rem',
  marginInlineStart: '-1.375rem',
});
export const remove = style({ position: 'absolute', insetBlockStart: 0, insetInlineEnd: 0, scale: '0.72' });
export const failure = style({
  display: 'block',
  marginBlockStart: space.x1,
  color: color.missed,
  fontSize: size.tiny,
  lineHeight: 1.3,
});
