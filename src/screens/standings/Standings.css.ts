import { globalStyle, style } from '@vanilla-extract/css';
import { space, touch } from '#theme/tokens.css.ts';

/** The filters and the link to the numbers, on one line if they fit. */
export const filters = style({ display: 'flex', flexWrap: 'wrap', gap: space.x2 });
export const numbers = style({ flex: 'none' });
globalStyle(`${filters} > :not(${numbers})`, { flex: '1 1 8rem', minInlineSize: 0 });

/** The projected table, and the real one, which it hides. */
export const projection = style({});
/** Placeholder of the switch, while its code is loading. */
export const awaitedSwitch = style({ blockSize: touch });
export const real = style({});
globalStyle(`${projection}:has([data-projected]) ~ ${real}`, { display: 'none' });
export const lab = style({ selectors: { '&:empty': { display: 'none' } } });
