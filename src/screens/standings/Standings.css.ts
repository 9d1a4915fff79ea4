import { globalStyle, style } from '@vanilla-extract/css';
import { space, touch } from '#theme/tokens.css.ts';

/** Both filters and the way to the numbers in one line, where they fit. */
export const filters = style({ display: 'flex', flexWrap: 'wrap', gap: space.x2 });
export const numbers = style({ flex: 'none' });
globalStyle(`${filters} > :not(${numbers})`, { flex: '1 1 8rem', minInlineSize: 0 });

/** The table as it would be, and the real one, which it hides. */
export const projection = style({});
/** The place of its switch, while its code is loading. */
export const awaitedSwitch = style({ blockSize: touch });
export const real = style({});
globalStyle(`${projection}:has([data-projected]) ~ ${real}`, { display: 'none' });
export const lab = style({ selectors: { '&:empty': { display: 'none' } } });
