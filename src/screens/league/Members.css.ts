import { style } from '@vanilla-extract/css';
import { oneLine } from '#theme/logical.ts';
import { color, space, touch, weight } from '#theme/tokens.css.ts';

export const row = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.x2,
  paddingBlock: space.x1,
  // The height of a row with a button, for rows without one.
  minBlockSize: `calc(${touch} + 2 * ${space.x1} + 5px)`,
  borderBlockEnd: `1px solid ${color.line}`,
});
export const person = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space.x3,
  flex: 1,
  minInlineSize: 0,
  minBlockSize: touch,
  textDecoration: 'none',
});
export const name = style({ ...oneLine, fontWeight: weight.medium });
export const none = style({ color: color.inkSoft, textAlign: 'center', paddingBlock: space.x6 });
