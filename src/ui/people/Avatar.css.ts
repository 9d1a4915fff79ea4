import { style, styleVariants } from '@vanilla-extract/css';
import { color, radius, weight } from '#theme/tokens.css.ts';

export const avatar = style({
  position: 'relative',
  display: 'inline-flex',
  flex: 'none',
  borderRadius: radius.round,
});

export const sizes = styleVariants(
  { tiny: '1.5rem', small: 'min(2rem, 10vw)', normal: '2.5rem', large: '4.5rem' },
  (side) => ({ inlineSize: side, blockSize: side, fontSize: `calc(${side} * 0.38)` }),
);

const fill = { inlineSize: '100%', blockSize: '100%', borderRadius: 'inherit' };

export const picture = style({ ...fill, objectFit: 'cover', background: color.sunken });
export const letters = style({
  ...fill,
  display: 'grid',
  placeItems: 'center',
  color: '#fffcf7',
  fontWeight: weight.strong,
  lineHeight: 1,
  letterSpacing: '-0.02em',
  userSelect: 'none',
});

// Muted backgrounds, none close to `mine`.
export const tones = [
  style({ background: '#335159' }),
  style({ background: '#6b5d45' }),
  style({ background: '#4d5c77' }),
  style({ background: '#5f5566' }),
  style({ background: '#4f6350' }),
  style({ background: '#5a5f62' }),
];

export const mine = style({ boxShadow: `0 0 0 2px ${color.surface}, 0 0 0 4.5px ${color.mine}` });

export const dot = style({
  position: 'absolute',
  insetBlockEnd: '-1px',
  insetInlineEnd: '-1px',
  inlineSize: 'min(0.75rem, 38%)',
  aspectRatio: '1',
  borderRadius: radius.round,
  border: `2px solid ${color.wall}`,
  background: color.ink,
  selectors: {
    '&[data-online="false"]': { background: color.wall, boxShadow: `inset 0 0 0 2px ${color.edge}` },
  },
});
