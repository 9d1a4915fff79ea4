import { style } from '@vanilla-extract/css';

// The picker covers its arrow, so that the whole box answers to a tap.
export const choose = style({
  appearance: 'none',
  cursor: 'pointer',
  textOverflow: 'ellipsis',
  marginInlineEnd: '-1.75rem',
  paddingInlineEnd: '1.75rem',
  selectors: { '&:disabled': { cursor: 'default', opacity: 1 } },
});
