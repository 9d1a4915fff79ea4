import { style } from '@vanilla-extract/css';
import { flexColumn, flexRow, wrappingRow } from '#theme/logical.ts';
import { color, radius, size, space } from '#theme/tokens.css.ts';

export const chip = style({
  ...wrappingRow,
  gap: space.x4,
  borderRadius: radius.card,
  selectors: { '&[data-over]': { outline: `2px dashed ${color.edge}`, outlineOffset: space.x1 } },
});
export const face = style({ position: 'relative', display: 'inline-flex', flex: 'none' });
/** Round, like an uploaded picture. */
export const over = style({
  position: 'absolute',
  inset: 0,
  borderRadius: radius.round,
  overflow: 'hidden',
});
export const preview = style({
  position: 'absolute',
  inset: 0,
  inlineSize: '100%',
  blockSize: '100%',
  objectFit: 'cover',
});
export const ring = style({ position: 'absolute', inset: 0 });
export const beside = style({
  ...flexColumn,
  alignItems: 'flex-start',
  gap: space.x1,
  flex: '1 1 8rem',
  minInlineSize: 0,
});
export const row = style({ ...flexRow, gap: space.x2, flexWrap: 'wrap' });
export const soft = style({
  color: color.inkSoft,
  fontSize: size.small,
  selectors: { '&:empty': { display: 'none' } },
});
export const failure = style({ color: color.missed, fontSize: size.small });
