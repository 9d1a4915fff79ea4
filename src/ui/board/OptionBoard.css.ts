import { style } from '@vanilla-extract/css';
import { color, size, space } from '#theme/tokens.css.ts';

export const board = style({
  position: 'relative',
  display: 'grid',
  gap: space.x3,
  gridTemplateColumns: 'minmax(0, 1fr)',
});
export const hint = style({ color: color.inkSoft, fontSize: size.small });

/** One column on a phone; several where there is space. */
export const groups = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 15rem), 1fr))',
  gap: space.x3,
});
