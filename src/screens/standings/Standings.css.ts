import { globalStyle, style } from '@vanilla-extract/css';
import { space } from '#theme/tokens.css.ts';

/** Both filters and the way to the numbers in one line, where they fit. */
export const filters = style({ display: 'flex', flexWrap: 'wrap', gap: space.x2 });
export const numbers = style({ flex: 'none' });
globalStyle(`${filters} > :not(${numbers})`, { flex: '1 1 8rem', minInlineSize: 0 });
