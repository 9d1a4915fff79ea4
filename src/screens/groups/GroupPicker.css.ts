import { globalStyle, style } from '@vanilla-extract/css';
import { space } from '#theme/tokens.css.ts';

export const picker = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space.x2 });
export const select = style({ flex: '1 1 10rem', minInlineSize: 0, maxInlineSize: '20rem' });
// In a row of filters it fills its half.
globalStyle(`${picker} > ${select}`, { maxInlineSize: 'none' });
