import { style } from '@vanilla-extract/css';
import { space } from '#theme/tokens.css.ts';

export const page = style({
  minBlockSize: '100dvh',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.x8,
  padding: space.x6,
  textAlign: 'center',
});
