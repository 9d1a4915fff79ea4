import { style } from '@vanilla-extract/css';
import { oneLine } from '#theme/logical.ts';
import { color, size, space } from '#theme/tokens.css.ts';

export const controls = style({ display: 'flex', alignItems: 'end', gap: space.x2 });
export const where = style({ flex: 1, minInlineSize: 0 });
export const name = style({ ...oneLine, fontSize: size.small, color: color.inkSoft });
