import { globalStyle, style } from '@vanilla-extract/css';
import { color, size, space, weight } from '#theme/tokens.css.ts';

export const empty = style({
  display: 'grid',
  justifyItems: 'center',
  gap: space.x3,
  padding: `${space.x8} ${space.x5}`,
  textAlign: 'center',
});
export const title = style({
  fontSize: size.title,
  fontWeight: weight.heavy,
  lineHeight: 1.25,
  textWrap: 'balance',
});
export const text = style({ maxInlineSize: '24rem', color: color.inkSoft, textWrap: 'balance' });
export const action = style({ marginBlockStart: space.x2 });
// Several that do not fit beside each other stand in the middle.
globalStyle(`${action} > *`, { justifyContent: 'center' });
