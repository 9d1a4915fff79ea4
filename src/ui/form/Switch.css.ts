import { style } from '@vanilla-extract/css';
import { flexColumn, flexRow } from '#theme/logical.ts';
import { color, motion, radius, size, space, touch, weight } from '#theme/tokens.css.ts';

export const row = style({
  ...flexRow,
  justifyContent: 'space-between',
  gap: `min(${space.x4}, 20px)`,
  minBlockSize: touch,
  cursor: 'pointer',
  selectors: { '&:has(:disabled)': { cursor: 'default', color: color.inkSoft } },
});

export const textColumn = style({ ...flexColumn, flex: 1, minInlineSize: 0 });
export const label = style({ fontWeight: weight.medium });
export const hint = style({ fontSize: size.small, color: color.inkSoft, lineHeight: 1.4 });

const base = {
  appearance: 'none',
  flex: 'none',
  cursor: 'inherit',
  border: `1.5px solid ${color.edge}`,
  background: color.surface,
} as const;

export const track = style({
  ...base,
  ...flexRow,
  // In em of a capped font size: with large text the label needs the space.
  inlineSize: '3.25em',
  blockSize: '2em',
  fontSize: 'min(1rem, 18px)',
  padding: '0.2em',
  borderRadius: radius.round,
  transition: `background-color ${motion.calm}, border-color ${motion.calm}`,
  selectors: {
    '&::before': {
      content: '',
      inlineSize: '1.35em',
      blockSize: '1.35em',
      borderRadius: radius.round,
      background: color.edge,
      transition: `margin ${motion.calm} ${motion.pop}, background-color ${motion.calm}`,
    },
    '&:checked': { background: color.action, borderColor: color.action },
    '&:checked::before': { background: color.onAction, marginInlineStart: '1.2em' },
    '&:focus-visible': { borderRadius: radius.round },
    '&:disabled': { opacity: 0.5 },
  },
});

export const tick = style({
  ...base,
  display: 'grid',
  placeItems: 'center',
  inlineSize: '1.625rem',
  blockSize: '1.625rem',
  borderRadius: radius.small,
  transition: `background-color ${motion.quick}`,
  selectors: {
    // The tick has the shape of the geresh.
    '&::before': {
      content: '',
      inlineSize: '0.3rem',
      blockSize: '0.85rem',
      borderRadius: radius.round,
      background: color.onAction,
      transform: 'rotate(22deg) scaleY(0)',
      transformOrigin: 'top',
      transition: `transform ${motion.quick} ${motion.out}`,
    },
    '&:checked': { background: color.action, borderColor: color.action },
    '&:checked::before': { transform: 'rotate(22deg)' },
    '&:disabled': { opacity: 0.5 },
  },
});
