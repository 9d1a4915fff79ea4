import { style } from '@vanilla-extract/css';
import { color, size, space, weight } from '#theme/tokens.css.ts';

export const part = style({
  display: 'grid',
  gap: space.x4,
  paddingBlock: space.x6,
  borderBlockStart: `1px solid ${color.line}`,
});
export const name = style({
  fontSize: size.small,
  fontWeight: weight.medium,
  color: color.inkSoft,
  direction: 'ltr',
});
export const flow = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space.x3 });
export const cells = style({ display: 'flex', flexWrap: 'wrap', gap: `${space.x5} ${space.x3}` });
export const cell = style({
  display: 'grid',
  justifyItems: 'center',
  gap: space.x1,
  fontSize: size.tiny,
  color: color.inkSoft,
});
export const rule = style({ border: 0, borderBlockStart: `1px solid ${color.line}` });
