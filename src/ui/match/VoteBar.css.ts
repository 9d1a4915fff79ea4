import { style } from '@vanilla-extract/css';
import { color, space } from '#theme/tokens.css.ts';

export const vote = style({ display: 'grid', justifyItems: 'center', gap: space.x2, textAlign: 'center' });
export const choices = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: space.x2 });
export const count = style({ color: color.inkSoft });
