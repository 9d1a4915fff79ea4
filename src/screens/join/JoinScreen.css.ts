import { style } from '@vanilla-extract/css';
import { color, size, space } from '#theme/tokens.css.ts';

export const page = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space.x4,
  inlineSize: '100%',
  maxInlineSize: '28rem',
  marginInline: 'auto',
});
export const textColumn = style({ flex: '1 1 8rem', minInlineSize: 0 });
export const quiet = style({ color: color.inkSoft });
export const failure = style({ color: color.missed, fontSize: size.small });
