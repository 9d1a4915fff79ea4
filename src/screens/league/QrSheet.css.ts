import { style } from '@vanilla-extract/css';
import { color, space } from '#theme/tokens.css.ts';

export const scan = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: space.x4,
  textAlign: 'center',
});
export const quiet = style({ color: color.inkSoft });
