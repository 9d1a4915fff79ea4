import { style } from '@vanilla-extract/css';
import { flexColumn, visuallyHiddenStyle, wrappingRow } from '#theme/logical.ts';
import { color, media, motion, radius, size, space, weight } from '#theme/tokens.css.ts';

export const legend = style({ fontSize: size.small, fontWeight: weight.strong, marginBlockEnd: space.x2 });
export const hidden = style(visuallyHiddenStyle);
export const list = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space.x2 });

export const choice = style({
  position: 'relative',
  ...wrappingRow,
  gap: space.x3,
  minBlockSize: '3.75rem',
  padding: space.x3,
  background: color.surface,
  border: `1.5px solid ${color.line}`,
  borderRadius: radius.control,
  cursor: 'pointer',
  transition: `border-color ${motion.quick}, background-color ${motion.quick}`,
  '@media': { [media.hover]: { selectors: { '&:hover:not(:has(:disabled))': { borderColor: color.edge } } } },
  selectors: {
    '&:has(:checked)': { borderColor: color.ink, boxShadow: `inset 0 0 0 1px ${color.ink}` },
    '&:has(:focus-visible)': { outline: `2.5px solid ${color.ink}`, outlineOffset: '2px' },
    '&:has(:disabled)': { cursor: 'default', color: color.inkSoft, background: color.sunken },
  },
});

export const input = style({ ...visuallyHiddenStyle, insetBlockStart: 0, insetInlineStart: 0 });
export const picture = style({ display: 'inline-flex', flex: 'none' });
export const textColumn = style({
  ...flexColumn,
  flex: '1 1 5rem',
  minInlineSize: 0,
});
export const label = style({ fontWeight: weight.strong, lineHeight: 1.3 });
export const note = style({ fontSize: size.small, color: color.inkSoft, lineHeight: 1.35 });

export const mark = style({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  inlineSize: '1.5rem',
  blockSize: '1.5rem',
  border: `1.5px solid ${color.edge}`,
  background: color.surface,
  selectors: {
    '&::before': {
      content: '',
      inlineSize: '0.3rem',
      blockSize: '0.8rem',
      borderRadius: radius.round,
      background: color.onAction,
      transform: 'rotate(22deg) scaleY(0)',
      transformOrigin: 'top',
      transition: `transform ${motion.quick} ${motion.out}`,
    },
    ':checked ~ &': { background: color.action, borderColor: color.action },
    ':checked ~ &::before': { transform: 'rotate(22deg)' },
  },
});

export const square = style({ borderRadius: radius.small });
export const circle = style({ borderRadius: radius.round });
