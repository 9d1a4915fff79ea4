import { style } from '@vanilla-extract/css';

/** As high before the league is there as with its words, on the narrowest phone. */
export const contents = style({ minBlockSize: '7.5rem' });
