import { style } from '@vanilla-extract/css';
import { paddingInline } from '#theme/logical.ts';
import { color, radius, size, weight } from '#theme/tokens.css.ts';

export const faces = style({ display: 'inline-flex', paddingInlineStart: '0.5rem' });

const overlap = {
  // Above the avatar before, rim included: a status dot makes that one a layer.
  position: 'relative',
  marginInlineStart: '-0.5rem',
  borderRadius: radius.round,
  boxShadow: `0 0 0 2px ${color.surface}`,
} as const;

export const face = style({ ...overlap, display: 'flex' });
export const rest = style({
  ...overlap,
  display: 'grid',
  placeItems: 'center',
  minInlineSize: '2rem',
  blockSize: '2rem',
  ...paddingInline('0.4rem'),
  background: color.sunken,
  color: color.inkSoft,
  fontSize: size.tiny,
  fontWeight: weight.strong,
});
