import { style } from '@vanilla-extract/css';
import { space } from '#theme/tokens.css.ts';

/** Scrolls horizontally. */
export const strip = style({
  display: 'flex',
  gap: space.x2,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  paddingBlock: space.x1,
});
