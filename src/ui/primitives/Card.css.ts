import { style, styleVariants } from '@vanilla-extract/css';
import { color, radius, space } from '#theme/tokens.css.ts';

export const card = style({
  borderRadius: radius.card,
  boxShadow: color.lift,
  minInlineSize: 0,
});

export const tones = styleVariants({
  plain: { background: color.surface, border: `1px solid ${color.line}` },
  mine: { background: color.mineSoft, border: `1.5px solid ${color.mineInk}` },
});

export const padded = style({ padding: space.x4 });
