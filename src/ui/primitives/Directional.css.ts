import { style } from '@vanilla-extract/css';
import { mirroredInRtl } from '#theme/logical.ts';

export const flips = style({ display: 'inline-flex', ...mirroredInRtl });
