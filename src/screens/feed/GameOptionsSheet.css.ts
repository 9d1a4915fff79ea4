import { style } from '@vanilla-extract/css';
import { color, size, space } from '#theme/tokens.css.ts';

export const choice = style({ display: 'inline-flex', alignItems: 'center', gap: space.x2 });
export const failure = style({ color: color.missed, fontSize: size.small });
