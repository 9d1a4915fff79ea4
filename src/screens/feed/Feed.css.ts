import { style } from '@vanilla-extract/css';
import { safe } from '#theme/logical.ts';
import { color, layer, size, space } from '#theme/tokens.css.ts';

export const feed = style({ display: 'flex', flexDirection: 'column', minInlineSize: 0 });
export const head = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space.x3,
  paddingBlockEnd: space.x3,
});
export const beside = style({ flex: 1, display: 'flex', justifyContent: 'flex-end' });
/** Floats over the feed and takes no room in it. */
export const news = style({
  position: 'sticky',
  insetBlockStart: `calc(${space.x16} + ${safe.top})`,
  zIndex: layer.sticky,
  blockSize: 0,
  display: 'flex',
  justifyContent: 'center',
});
export const row = style({ paddingBlockEnd: space.x4 });
export const end = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  minBlockSize: space.x12,
  color: color.inkSoft,
  fontSize: size.small,
});
export const stopped = style({ display: 'grid', justifyItems: 'center', gap: space.x2 });
