import { style } from '@vanilla-extract/css';
import { color, space } from '#theme/tokens.css.ts';

export const scroller = style({
  blockSize: '100%',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  // What comes in is our own to make up for, the same in every browser.
  overflowAnchor: 'none',
  selectors: { '&:focus-visible': { outlineOffset: '-3px' } },
});
/** Few rows lie at the bottom, where the next one comes. */
export const rows = style({
  minBlockSize: '100%',
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'flex-end',
  paddingBlock: space.x3,
  // One sheet under all rows: without it a browser paints each of them as a layer of its own.
  background: color.wall,
});
/** Drawn by itself and moved as it is: rows that come before it cost nothing here. */
export const pack = style({ contain: 'layout paint' });
export const row = style({});
