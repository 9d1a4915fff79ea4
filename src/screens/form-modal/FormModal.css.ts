import { style } from '@vanilla-extract/css';
import { space } from '#theme/tokens.css.ts';

export const form = style({ display: 'block', paddingBlockEnd: space.x2 });
export const confirm = style({ display: 'grid', gap: space.x3, inlineSize: '100%' });
