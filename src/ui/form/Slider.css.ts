import { style } from '@vanilla-extract/css';
import { color, motion, radius, touch } from '#theme/tokens.css.ts';

export const root = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  minBlockSize: touch,
  inlineSize: '100%',
  touchAction: 'none',
  userSelect: 'none',
  cursor: 'pointer',
  selectors: { '&[data-disabled]': { cursor: 'default' } },
});

export const track = style({
  position: 'relative',
  flex: 1,
  blockSize: '0.75rem',
  borderRadius: radius.round,
  background: color.sunken,
  boxShadow: `inset 0 0 0 1.5px ${color.edge}`,
  overflow: 'hidden',
});

export const range = style({
  position: 'absolute',
  blockSize: '100%',
  background: color.mine,
  selectors: {
    '[data-tone=plain] &': { background: color.edge },
    '[data-disabled] &': { background: color.edge },
  },
});

export const thumb = style({
  position: 'relative',
  display: 'block',
  inlineSize: '1.75rem',
  blockSize: '1.75rem',
  borderRadius: radius.round,
  background: color.mine,
  border: `3px solid ${color.surface}`,
  boxShadow: `0 0 0 2px ${color.mineInk}`,
  transition: `scale ${motion.quick} ${motion.out}`,
  selectors: {
    '[data-tone=plain] &': { background: color.action, boxShadow: `0 0 0 2px ${color.action}` },
    // Thumb-sized hit area.
    '&::after': { content: '', position: 'absolute', inset: '-0.75rem' },
    '&:active': { scale: '1.12' },
    '&:focus-visible': { borderRadius: radius.round, outlineOffset: '4px' },
    '&[data-disabled]': { background: color.edge, boxShadow: 'none' },
  },
});
