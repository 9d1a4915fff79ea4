import { style } from '@vanilla-extract/css';
import { color, size, space } from '#theme/tokens.css.ts';

export const form = style({ display: 'block', paddingBlockEnd: space.x2 });
export const failure = style({ color: color.missed, fontSize: size.small });
export const confirm = style({ display: 'grid', gap: space.x3, inlineSize: '100%' });
