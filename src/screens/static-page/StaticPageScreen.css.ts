import { style } from '@vanilla-extract/css';

export const text = style({ whiteSpace: 'pre-line', maxInlineSize: '65ch' });
