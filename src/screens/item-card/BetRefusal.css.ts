import { style } from '@vanilla-extract/css';
import { color, radius, size, space } from '#theme/tokens.css.ts';

export const refused = style({
  padding: space.x3,
  borderRadius: radius.control,
  background: color.missedSoft,
  color: color.missed,
  fontSize: size.small,
});
