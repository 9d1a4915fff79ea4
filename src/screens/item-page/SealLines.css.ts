import { style } from '@vanilla-extract/css';
import { touch } from '#theme/tokens.css.ts';

// As high while they are loaded.
export const own = style({ justifySelf: 'stretch', minBlockSize: '1.5rem' });
export const check = style({ minBlockSize: touch });
