import { style } from '@vanilla-extract/css';
import { color, size, space, weight } from '#theme/tokens.css.ts';

export const list = style({ display: 'grid', gap: space.x2, gridTemplateColumns: 'minmax(0, 1fr)' });
export const day = style({
  paddingBlock: `${space.x3} ${space.x2}`,
  fontSize: size.small,
  fontWeight: weight.strong,
  color: color.inkSoft,
});
