import { style } from '@vanilla-extract/css';
import { color, motion, radius, size, space, touch, weight } from '#theme/tokens.css.ts';

export const bar = style({ display: 'flex', alignItems: 'center', gap: space.x2 });
export const list = style({
  display: 'flex',
  flex: 1,
  minInlineSize: 0,
  gap: space.x1,
  padding: space.x1,
  background: color.sunken,
  borderRadius: radius.round,
  overflowX: 'auto',
  scrollbarWidth: 'none',
});

export const tab = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.x2,
  flex: 1,
  minBlockSize: touch,
  paddingInline: space.x2,
  borderRadius: radius.round,
  color: color.inkSoft,
  fontSize: size.small,
  fontWeight: weight.strong,
  whiteSpace: 'nowrap',
  transition: `background-color ${motion.quick}, color ${motion.quick}`,
  selectors: {
    '&[data-state="active"]': {
      background: color.raised,
      color: color.ink,
      boxShadow: `0 0 0 1.5px ${color.edge}`,
    },
    '&:focus-visible': { borderRadius: radius.round, outlineOffset: '-3px' },
  },
});

export const content = style({ paddingBlockStart: space.x3 });
