import { style } from '@vanilla-extract/css';
import { color, radius, space } from '#theme/tokens.css.ts';

export const left = style({
  padding: space.x3,
  borderRadius: radius.control,
  background: color.sunken,
  textAlign: 'center',
  textWrap: 'balance',
});
export const quiet = style({ color: color.inkSoft });
