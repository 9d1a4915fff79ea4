import { keyframes, style, styleVariants } from '@vanilla-extract/css';
import { color, radius, size, space } from '#theme/tokens.css.ts';

const breathe = keyframes({ '0%, 100%': { opacity: 1 }, '50%': { opacity: 0.5 } });

export const list = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.x3,
});

const card = {
  padding: space.x4,
  borderRadius: radius.card,
  background: color.surface,
} as const;
const row = { blockSize: '3.75rem' };
/** Outer shape of one placeholder. */
export const shapes = styleVariants({
  line: {},
  card: { ...card, blockSize: '14rem' },
  row,
  /** With the gap, a row of the standings. */
  tableRow: { blockSize: `calc(3rem - ${space.x3})` },
  game: { ...card, blockSize: '26rem' },
  match: { ...card, blockSize: '18rem' },
  message: { inlineSize: '72%', selectors: { '&:nth-of-type(3n)': { justifySelf: 'end' } } },
});

/** Parts in a row, as tall as what they stand for. */
const parts = { display: 'flex', alignItems: 'center', gap: space.x3 } as const;
export const lines = styleVariants({
  line: [parts],
  row: [parts, row],
  tableRow: [parts, { blockSize: '100%', gap: space.x2 }],
  head: [parts, { minBlockSize: '3rem' }],
  /** A match of a round. */
  match: [parts, { blockSize: '5.1875rem', gap: '0.375rem', justifyContent: 'space-between' }],
  board: [parts, { blockSize: '7rem', justifyContent: 'space-around' }],
  picks: [parts, { justifyContent: 'center' }],
  message: [parts, { alignItems: 'start', gap: space.x2 }],
});

const bone = style({
  minInlineSize: 0,
  background: color.sunken,
  animation: `${breathe} 1.6s ease-in-out infinite`,
});
const round = (side: string) => ({
  flex: 'none',
  inlineSize: side,
  blockSize: side,
  borderRadius: radius.round,
});
const word = { blockSize: '0.875rem', borderRadius: radius.small };
const cell = { blockSize: '2.75rem', borderRadius: radius.control };
export const bones = styleVariants(
  {
    line: { ...word, inlineSize: '70%', blockSize: '1rem' },
    face: round('2.5rem'),
    smallFace: round('min(2rem, 10vw)'),
    crest: round('1.5rem'),
    bigCrest: round('min(4rem, 24vw)'),
    rank: { ...word, inlineSize: '1.25rem', marginInline: '0.625rem 0.375rem' },
    name: { ...word, inlineSize: '22%' },
    text: { ...word, flex: 1, maxInlineSize: '12rem' },
    rest: { ...word, inlineSize: '2.5rem', marginInlineStart: 'auto' },
    score: { ...cell, inlineSize: '5rem' },
    bubble: { ...cell, flex: 1, blockSize: `calc(2 * ${size.lead} + ${space.x4})` },
  },
  (look) => [bone, look],
);
