import { globalStyle, style } from '@vanilla-extract/css';
import { color, motion, radius, size, space, weight } from '#theme/tokens.css.ts';

/** Dashed, so that it is never taken for the table itself. */
export const frame = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space.x2,
  // Large text leaves names all of the width.
  paddingBlock: space.x2,
  paddingInline: `min(${space.x2}, 4px)`,
  border: `2px dashed ${color.edge}`,
  borderRadius: radius.control,
  transition: `border-color ${motion.quick}`,
  // Not the rows: what is read while another answer comes keeps its contrast.
  selectors: { '&[data-fading]': { borderColor: color.line } },
});
export const title = style({
  display: 'flex',
  gap: space.x2,
  fontSize: size.small,
  fontWeight: weight.strong,
  lineHeight: 1.4,
});
export const icon = style({ flex: 'none' });
// The caller's own row stays among the others: in a sheet there is little space to stick to.
globalStyle(`${frame} tr`, { position: 'relative', insetBlock: 'auto' });
