import { styleVariants } from '@vanilla-extract/css';
import { color, radius, size, space } from '#theme/tokens.css.ts';

export const looks = styleVariants({
  small: { color: color.missed, fontSize: size.small },
  body: { color: color.missed },
  box: {
    padding: space.x3,
    borderRadius: radius.control,
    background: color.missedSoft,
    color: color.missed,
    fontSize: size.small,
  },
});
