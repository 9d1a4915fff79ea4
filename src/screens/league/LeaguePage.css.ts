import { style } from '@vanilla-extract/css';
import { color, size, space } from '#theme/tokens.css.ts';

export const page = style({ display: 'flex', flexDirection: 'column', gap: space.x4, minInlineSize: 0 });
export const head = style({ display: 'flex', alignItems: 'center', gap: space.x3, minInlineSize: 0 });
export const words = style({ flex: 1, minInlineSize: 0 });
export const count = style({ color: color.inkSoft, fontSize: size.small });
export const description = style({ whiteSpace: 'pre-line' });
export const withIcon = style({ display: 'inline-flex', alignItems: 'center', gap: space.x2 });
export const failure = style({ color: color.missed, fontSize: size.small });
