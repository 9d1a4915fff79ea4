import { style } from '@vanilla-extract/css';
import { color, size, space } from '#theme/tokens.css.ts';

export const line = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.x2,
  paddingBlock: space.x2,
  paddingInline: space.x3,
  fontSize: size.small,
  lineHeight: 1.3,
  color: color.inkSoft,
});
