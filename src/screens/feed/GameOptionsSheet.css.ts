import { style } from '@vanilla-extract/css';
import { color, size } from '#theme/tokens.css.ts';

export const failure = style({ color: color.missed, fontSize: size.small });
