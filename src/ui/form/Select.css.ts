import { globalStyle, style } from '@vanilla-extract/css';
import { color, radius, size, touch, weight } from '#theme/tokens.css.ts';

// The select covers the arrow, so that the whole box reacts to a tap.
export const choose = style({
  appearance: 'none',
  cursor: 'pointer',
  textOverflow: 'ellipsis',
  marginInlineEnd: '-1.75rem',
  paddingInlineEnd: '1.75rem',
  selectors: { '&:disabled': { cursor: 'default', opacity: 1 } },
});

export const small = style({
  selectors: {
    // Stronger than the box of a field, whichever comes first.
    '&&': {
      minBlockSize: touch,
      background: color.sunken,
      borderColor: color.line,
      borderRadius: radius.round,
      fontSize: size.small,
      fontWeight: weight.strong,
    },
  },
});
globalStyle(`${small} > ${choose}`, { minBlockSize: `calc(${touch} - 3px)` });
