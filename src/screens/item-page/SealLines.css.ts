import { style } from '@vanilla-extract/css';
import { touch } from '#theme/tokens.css.ts';

// The same height while it is loading.
export const own = style({ justifySelf: 'stretch', minBlockSize: '1.5rem' });
export const check = style({ minBlockSize: touch });
