import { style, styleVariants } from '@vanilla-extract/css';
import { color, radius, space } from '#theme/tokens.css.ts';

/** One line; wraps only in a container that is too narrow. */
export const marks = style({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space.x1,
  flex: 'none',
  '@container': { '(max-width: 16rem)': { flex: '0 1 auto' } },
});

const shape = style({
  display: 'grid',
  placeItems: 'center',
  inlineSize: '0.875rem',
  blockSize: '0.875rem',
  borderRadius: radius.round,
  fontSize: '0.5rem',
});

const fill = { content: '', borderRadius: radius.round };

/** Two strokes on a full disc, one on a ring, a bar, a dot. */
export const kinds = styleVariants({
  exact: [shape, { background: color.won, color: color.wonSoft }],
  hit: [shape, { boxShadow: `inset 0 0 0 1.5px ${color.won}`, color: color.won }],
  missed: [
    shape,
    { '::before': { ...fill, inlineSize: '0.625rem', blockSize: '2px', background: color.missed } },
  ],
  none: [
    shape,
    { '::before': { ...fill, inlineSize: '0.25rem', blockSize: '0.25rem', background: color.edge } },
  ],
});
