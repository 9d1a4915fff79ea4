import { style } from '@vanilla-extract/css';
import { visuallyHiddenStyle } from '#theme/logical.ts';
import { color, space } from '#theme/tokens.css.ts';
import { chipFocus, chipShape, chosenChip } from './chip-shape.ts';

export const legend = style(visuallyHiddenStyle);
export const list = style({ display: 'flex', flexWrap: 'wrap', gap: space.x2 });
export const chip = style({
  ...chipShape,
  border: `1.5px solid ${color.line}`,
  color: color.inkSoft,
  cursor: 'pointer',
  selectors: { '&:has(:checked)': chosenChip, ...chipFocus },
});
export const input = style({ ...visuallyHiddenStyle, insetBlockStart: 0, insetInlineStart: 0 });
