import { style } from '@vanilla-extract/css';
import { size, space } from '#theme/tokens.css.ts';

export const matches = style({ display: 'flex', flexDirection: 'column', gap: space.x1 });
export const match = style({
  display: 'grid',
  gridTemplateColumns: '1fr auto 1fr',
  alignItems: 'center',
  gap: space.x2,
  fontSize: size.small,
});
export const home = style({ minInlineSize: 0, textAlign: 'end', overflowWrap: 'anywhere' });
export const away = style({ minInlineSize: 0, overflowWrap: 'anywhere' });
