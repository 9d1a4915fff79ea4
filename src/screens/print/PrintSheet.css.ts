import { style } from '@vanilla-extract/css';

/** As tall while loading as with its text, on the narrowest phone. */
export const contents = style({ minBlockSize: '7.5rem' });
