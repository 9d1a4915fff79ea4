import { style } from '@vanilla-extract/css';
import { space } from '#theme/tokens.css.ts';

export const steps = style({ display: 'grid', gap: space.x1, marginBlockStart: space.x1 });
export const step = style({ display: 'flex', alignItems: 'center', gap: space.x2 });
