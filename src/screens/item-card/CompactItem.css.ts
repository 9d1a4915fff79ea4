import { style } from '@vanilla-extract/css';
import { color, radius, space, touch, weight } from '#theme/tokens.css.ts';

export const compact = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  // Items of a scrolling strip do not shrink.
  flexShrink: 0,
  gap: space.x2,
  minBlockSize: touch,
  paddingInline: space.x2,
  borderRadius: radius.control,
  background: color.sunken,
  textDecoration: 'none',
});
export const votes = style({
  minInlineSize: space.x6,
  textAlign: 'center',
  fontWeight: weight.heavy,
  color: color.inkSoft,
  selectors: { '&[data-mine]': { color: color.mineInk } },
});
