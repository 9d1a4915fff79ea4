import { style } from '@vanilla-extract/css';

export const text = style({
  whiteSpace: 'pre-line',
  selectors: {
    '&[data-state=folded]': {
      display: '-webkit-box',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 3,
      overflow: 'hidden',
    },
  },
});
