import { globalStyle, style } from '@vanilla-extract/css';
import { color, motion, radius, size, space, weight } from '#theme/tokens.css.ts';

/** Dashed, so that it is not mistaken for the real table. */
export const frame = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space.x2,
  // With large text the names need the whole width.
  paddingBlock: space.x2,
  paddingInline: `min(${space.x2}, 4px)`,
  border: `2px dashed ${color.edge}`,
  borderRadius: radius.control,
  transition: `border-color ${motion.quick}`,
  // Only the border: rows that are read while the next answer loads keep their contrast.
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
// The caller's own row is not sticky: a sheet has too little height.
globalStyle(`${frame} tr`, { position: 'relative', insetBlock: 'auto' });
