import { style } from '@vanilla-extract/css';
import { paddingInline } from '#theme/logical.ts';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

export const list = style({ display: 'grid', gap: space.x2 });
export const day = style({
  paddingBlock: `${space.x3} ${space.x2}`,
  fontSize: size.small,
  fontWeight: weight.strong,
  color: color.inkSoft,
});
export const entry = style({
  display: 'flex',
  gap: space.x3,
  minInlineSize: 0,
  paddingBlock: space.x3,
  ...paddingInline(space.x3),
  borderRadius: radius.control,
  textDecoration: 'none',
  selectors: { '&[data-state=new]': { background: color.surface, boxShadow: color.lift } },
});
export const words = style({ display: 'flex', flexDirection: 'column', flex: 1, minInlineSize: 0 });
export const title = style({
  selectors: { '[data-state=new] &': { fontWeight: weight.strong } },
});
export const text = style({ fontSize: size.small });
export const time = style({ fontSize: size.tiny, color: color.inkSoft });
export const dot = style({
  inlineSize: space.x2,
  blockSize: space.x2,
  marginBlockStart: space.x2,
  borderRadius: radius.round,
  background: color.action,
  flexShrink: 0,
});
