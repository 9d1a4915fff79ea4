import { style } from '@vanilla-extract/css';
import { color } from '#theme/tokens.css.ts';

const edge = { stroke: color.ink, strokeWidth: 3, strokeLinejoin: 'round', strokeLinecap: 'round' } as const;

export const art = style({ inlineSize: '10rem', blockSize: 'auto' });
export const solid = style({ ...edge, fill: color.sunken });
export const paper = style({ ...edge, fill: color.surface });
export const cell = style({ ...edge, fill: 'none', strokeDasharray: '5 5', strokeWidth: 2.5 });
export const line = style({ ...edge, fill: 'none' });
