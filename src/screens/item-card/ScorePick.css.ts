import { style } from '@vanilla-extract/css';
import { space } from '#theme/tokens.css.ts';

export const cells = style({ display: 'flex', justifyContent: 'center', gap: space.x2 });
