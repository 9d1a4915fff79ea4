import { globalStyle, style } from '@vanilla-extract/css';
import { space } from '#theme/tokens.css.ts';

export const picker = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space.x2 });
export const select = style({ flex: '1 1 10rem', minInlineSize: 0, maxInlineSize: '20rem' });
// Half of a line of filters is its own to fill.
globalStyle(`${picker} > ${select}`, { maxInlineSize: 'none' });
