import { style } from '@vanilla-extract/css';
import { oneLine } from '#theme/logical.ts';
import { color, size, space, weight } from '#theme/tokens.css.ts';

export const list = style({ display: 'grid', gap: space.x3 });
export const words = style({ display: 'flex', flexDirection: 'column', flex: 1, minInlineSize: 0 });
export const name = style({ ...oneLine, fontWeight: weight.strong });
export const count = style({ color: color.inkSoft, fontSize: size.small });
export const failure = style({ color: color.missed, fontSize: size.small });
