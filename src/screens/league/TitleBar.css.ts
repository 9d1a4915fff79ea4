import { style } from '@vanilla-extract/css';
import { flexRow, oneLine } from '#theme/logical.ts';
import { color, layer, media, radius, size, space, touch, weight } from '#theme/tokens.css.ts';
import { topOffset } from '#ui/shell/bar-sizes.ts';

export const titleBarHeight = '3.5rem';

export const bar = style({
  display: 'flex',
  // Large text: the buttons go under the name.
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: space.x1,
  minBlockSize: titleBarHeight,
  minInlineSize: 0,
  '@media': {
    [media.desk]: {
      position: 'sticky',
      insetBlockStart: topOffset,
      zIndex: layer.sticky,
      background: color.wall,
    },
  },
});
/** Button over picture, name and code. */
export const title = style({
  position: 'relative',
  ...flexRow,
  gap: space.x2,
  flex: '1 1 9rem',
  minInlineSize: 0,
});
export const textColumn = style({ flex: 1, minInlineSize: 0 });
export const name = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  fontWeight: weight.heavy,
  lineHeight: 1.15,
  '@media': { [media.wide]: { fontSize: size.title } },
});
export const line = style({
  display: 'flex',
  alignItems: 'baseline',
  columnGap: space.x2,
  flexWrap: 'wrap',
  minInlineSize: 0,
  color: color.inkSoft,
  fontSize: size.tiny,
  lineHeight: 1.3,
});
export const code = style({
  color: color.ink,
  fontWeight: weight.strong,
  whiteSpace: 'nowrap',
  selectors: {
    '&::after': { content: '', position: 'absolute', inset: 0, borderRadius: radius.control },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': { outline: `2.5px solid ${color.ink}`, outlineOffset: '2px' },
  },
});
export const count = style(oneLine);
export const buttons = style({ ...flexRow, flex: 'none' });
export const invite = style({
  display: 'grid',
  placeItems: 'center',
  inlineSize: touch,
  blockSize: touch,
  borderRadius: radius.round,
  '@media': { [media.hover]: { selectors: { '&:hover': { background: color.sunken } } } },
});
