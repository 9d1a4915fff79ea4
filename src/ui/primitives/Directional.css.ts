import { style } from '@vanilla-extract/css';

export const flips = style({
  display: 'inline-flex',
  selectors: { '[dir="rtl"] &': { transform: 'scaleX(-1)' } },
});
