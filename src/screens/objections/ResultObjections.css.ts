import { style } from '@vanilla-extract/css';
import { color, size, space, weight } from '#theme/tokens.css.ts';

export const block = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'center',
  gap: space.x3,
  paddingBlockStart: space.x3,
  borderBlockStart: `1px solid ${color.line}`,
});
export const state = style({ fontWeight: weight.medium, textAlign: 'center', textWrap: 'balance' });
export const quiet = style({ color: color.inkSoft, fontSize: size.small, textWrap: 'balance' });
