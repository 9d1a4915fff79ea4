import { style } from '@vanilla-extract/css';
import { color, motion, radius, weight } from '#theme/tokens.css.ts';

export const cell = style({
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  inlineSize: '2.75rem',
  blockSize: '2.75rem',
  fontSize: '1.75rem',
  border: `2px solid ${color.edge}`,
  borderRadius: radius.control,
  background: color.raised,
  fontWeight: weight.black,
  lineHeight: 1,
  scrollMarginBlock: '1rem',
  transition: `border-color ${motion.quick}, box-shadow ${motion.quick}`,
  selectors: {
    '&[data-empty]': { borderStyle: 'dashed', background: color.surface, color: color.inkSoft },
    '&[data-active]': { boxShadow: `0 0 0 2.5px ${color.wall}, 0 0 0 5px ${color.ink}` },
    '&:focus-visible': { borderRadius: radius.control },
    '&[data-active]:focus-visible': { outline: 'none' },
    '&:disabled': { opacity: 0.6 },
  },
});
