import { style } from '@vanilla-extract/css';
import { wrappingRow } from '#theme/logical.ts';
import { color, size, space } from '#theme/tokens.css.ts';

export const outcome = style({
  ...wrappingRow,
  columnGap: space.x3,
  rowGap: space.x1,
});
export const why = style({ color: color.inkSoft, fontSize: size.small, textWrap: 'balance' });
