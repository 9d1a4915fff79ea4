import { style } from '@vanilla-extract/css';
import { flexRow, paddingInline } from '#theme/logical.ts';
import { color, media, radius, space, weight } from '#theme/tokens.css.ts';

export const menu = style({ display: 'grid', gap: space.x1 });
export const item = style({
  ...flexRow,
  gap: space.x3,
  minBlockSize: '3.25rem',
  ...paddingInline(space.x4),
  borderRadius: radius.control,
  background: color.surface,
  fontWeight: weight.medium,
  textAlign: 'start',
  '@media': { [media.hover]: { selectors: { '&:hover': { background: color.sunken } } } },
  selectors: { '&:focus-visible': { borderRadius: radius.control } },
});
export const danger = style({ color: color.missed });
