import { style } from '@vanilla-extract/css';
import { color, radius, space } from '#theme/tokens.css.ts';

export const card = style({
  borderRadius: radius.card,
  background: color.surface,
  border: `1px solid ${color.line}`,
  boxShadow: color.lift,
  minInlineSize: 0,
});

export const padded = style({ padding: space.x4 });
