import { globalStyle, style } from '@vanilla-extract/css';
import { space } from '#theme/tokens.css.ts';

/** Both filters in one line, where they fit. */
export const filters = style({ display: 'flex', flexWrap: 'wrap', gap: space.x2 });
globalStyle(`${filters} > *`, { flex: '1 1 8rem', minInlineSize: 0 });
