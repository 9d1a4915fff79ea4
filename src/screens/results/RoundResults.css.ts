import { style } from '@vanilla-extract/css';
import { color, size, space } from '#theme/tokens.css.ts';

export const match = style({
  paddingBlock: space.x1,
  selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } },
});
export const cells = style({ display: 'flex', gap: '0.375rem' });
export const note = style({ color: color.inkSoft, fontSize: size.small });
export const conflict = style({
  display: 'grid',
  justifyItems: 'center',
  gap: space.x2,
  paddingBlock: space.x2,
  textAlign: 'center',
});
