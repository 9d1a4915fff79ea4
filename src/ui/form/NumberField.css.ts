import { style } from '@vanilla-extract/css';
import { size, weight } from '#theme/tokens.css.ts';

export const stepper = style({ paddingInline: '0.25rem', inlineSize: 'fit-content' });

export const number = style({
  inlineSize: 'min(4rem, 24vw)',
  minBlockSize: '3rem',
  border: 0,
  padding: 0,
  background: 'none',
  textAlign: 'center',
  fontSize: size.title,
  fontWeight: weight.heavy,
  selectors: { '&:focus-visible': { outline: 'none' } },
});
