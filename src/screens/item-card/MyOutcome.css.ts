import { style } from '@vanilla-extract/css';
import { color, size, space } from '#theme/tokens.css.ts';

export const outcome = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: space.x3,
  rowGap: space.x1,
  selectors: { '&[data-type="home/away"]': { justifyContent: 'center', textAlign: 'center' } },
});
export const result = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space.x2,
  fontSize: size.small,
});
export const why = style({ color: color.inkSoft, fontSize: size.small, textWrap: 'balance' });
