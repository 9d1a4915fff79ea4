import { style } from '@vanilla-extract/css';

export const cells = style({ display: 'flex', justifyContent: 'center', gap: '0.375rem' });
