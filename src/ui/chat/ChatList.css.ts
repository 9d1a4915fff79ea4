import { style } from '@vanilla-extract/css';
import { color, space } from '#theme/tokens.css.ts';

export const scroller = style({
  blockSize: '100%',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  // The component restores the scroll position itself, alike in all browsers.
  overflowAnchor: 'none',
  selectors: { '&:focus-visible': { outlineOffset: '-3px' } },
});
/** Few rows are aligned to the bottom. */
export const rows = style({
  minBlockSize: '100%',
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'flex-end',
  paddingBlock: space.x3,
  // One background for all rows: otherwise a browser paints each as a layer.
  background: color.wall,
});
/** Contained: rows added before it cost nothing here. */
export const block = style({ contain: 'layout paint' });
export const row = style({});
