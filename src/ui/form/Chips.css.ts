import { style } from '@vanilla-extract/css';
import { paddingInline, visuallyHiddenStyle } from '#theme/logical.ts';
import { color, radius, size, space, touch, weight } from '#theme/tokens.css.ts';

export const legend = style(visuallyHiddenStyle);
export const list = style({ display: 'flex', flexWrap: 'wrap', gap: space.x2 });
export const chip = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  minBlockSize: touch,
  ...paddingInline(space.x4),
  border: `1.5px solid ${color.line}`,
  borderRadius: radius.round,
  background: color.surface,
  color: color.inkSoft,
  fontSize: size.small,
  fontWeight: weight.strong,
  cursor: 'pointer',
  selectors: {
    '&:has(:checked)': { background: color.action, borderColor: color.action, color: color.onAction },
    '&:has(:focus-visible)': { outline: `2.5px solid ${color.ink}`, outlineOffset: '2px' },
  },
});
export const input = style({ ...visuallyHiddenStyle, insetBlockStart: 0, insetInlineStart: 0 });
