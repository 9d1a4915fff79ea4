import { style } from '@vanilla-extract/css';

// The select covers the arrow, so that the whole box reacts to a tap.
export const choose = style({
  appearance: 'none',
  cursor: 'pointer',
  textOverflow: 'ellipsis',
  marginInlineEnd: '-1.75rem',
  paddingInlineEnd: '1.75rem',
  selectors: { '&:disabled': { cursor: 'default', opacity: 1 } },
});
