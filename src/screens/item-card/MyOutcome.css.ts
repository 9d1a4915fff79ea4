import { style } from '@vanilla-extract/css';
import { color, size, space } from '#theme/tokens.css.ts';

export const outcome = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: space.x3,
  rowGap: space.x1,
});
export const why = style({ color: color.inkSoft, fontSize: size.small, textWrap: 'balance' });
