import { style } from '@vanilla-extract/css';
import { flexRow, wrappingRow } from '#theme/logical.ts';
import { color, motion, radius, size, space, touch, weight } from '#theme/tokens.css.ts';

export const list = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space.x2 });

const optionBox = {
  position: 'relative',
  isolation: 'isolate',
  overflow: 'hidden',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  alignItems: 'center',
  columnGap: space.x3,
  inlineSize: '100%',
  minBlockSize: `calc(${touch} + ${space.x2})`,
  paddingBlock: space.x2,
  paddingInline: space.x3,
  borderRadius: radius.control,
  border: `1.5px solid ${color.line}`,
  textAlign: 'start',
} as const;

/** An option to vote for. A picked one is filled with the caller's colour. */
export const option = style({
  ...optionBox,
  transition: `background ${motion.quick}, border-color ${motion.quick}`,
  selectors: {
    '&:not([data-locked])': { borderColor: color.edge, background: color.surface },
    '&[aria-pressed="true"]': { background: color.mine, borderColor: color.mine, color: color.onMine },
    '&[aria-pressed="true"][data-state="waiting"]': { borderStyle: 'dashed', borderColor: color.onMine },
    '&[data-locked]': { background: color.sunken, opacity: 1 },
    '&[data-locked][aria-pressed="true"]': {
      background: color.mineSoft,
      borderColor: color.mine,
      color: color.ink,
    },
  },
});
export const name = style({
  ...wrappingRow,
  columnGap: space.x2,
  minInlineSize: 0,
  fontWeight: weight.medium,
  overflowWrap: 'anywhere',
});
/**
 * Crest and name. At least as wide as the longest word: what does not fit beside it wraps to the next line, as the name does
 * beside its crest. Only a word longer than a line breaks.
 */
export const named = style({
  ...wrappingRow,
  // The row's.
  columnGap: 'inherit',
  flex: '1 1 auto',
  inlineSize: 'min-content',
  minInlineSize: 0,
});
export const end = style({ ...flexRow, columnGap: 'inherit' });
export const about = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: space.x2,
  flex: '1 1 auto',
  inlineSize: 'min-content',
  minInlineSize: 0,
});
export const side = style({ ...flexRow, gap: space.x2, fontSize: size.small });
export const amount = style({ fontSize: size.small, fontVariantNumeric: 'tabular-nums' });
export const percent = style({
  minInlineSize: '2.5em',
  textAlign: 'end',
  fontSize: size.body,
  fontWeight: weight.heavy,
  fontVariantNumeric: 'tabular-nums',
});
/** Faces that overlap. */
export const voters = style({ display: 'inline-flex', alignItems: 'center', paddingInlineStart: space.x2 });
export const voter = style({
  display: 'inline-flex',
  marginInlineStart: `calc(-1 * ${space.x2})`,
  borderRadius: radius.round,
  boxShadow: `0 0 0 2px ${color.surface}`,
});
/** The same height with and without a mark: a tap moves nothing. */
export const mark = style({
  display: 'grid',
  placeItems: 'center',
  minInlineSize: space.x6,
  minBlockSize: '1lh',
});

export const balance = style({
  position: 'relative',
  isolation: 'isolate',
  display: 'flex',
  // With large text the votes are under the name.
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  alignItems: 'center',
  columnGap: space.x3,
  rowGap: space.x1,
  paddingBlock: space.x2,
  selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } },
});
/** The option's share of the votes: behind its box, or under a row without one. */
export const votesBar = style({
  position: 'absolute',
  zIndex: -1,
  insetBlock: 0,
  insetInlineStart: 0,
  background: `color-mix(in oklab, transparent 72%, ${color.edge})`,
  selectors: {
    '[aria-pressed="true"] &': { background: `color-mix(in oklab, transparent 70%, ${color.mine})` },
    [`${balance} &`]: {
      insetBlock: 'auto 0',
      blockSize: space.x1,
      borderRadius: radius.round,
      background: color.edge,
    },
    [`${balance}[data-mine] &`]: { background: color.mine },
  },
});
export const votes = style({
  minInlineSize: '2.5em',
  textAlign: 'end',
  fontSize: size.title,
  fontWeight: weight.heavy,
  fontVariantNumeric: 'tabular-nums',
  selectors: {
    '&[data-mine]': { color: color.mineInk },
    '&[data-zero]': { color: color.inkSoft, fontWeight: weight.body },
  },
});
export const track = style({
  flex: '1 0 100%',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: space.x2,
});
export const remaining = style({ color: color.inkSoft, fontSize: size.small });

export const digit = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  alignItems: 'center',
  columnGap: `min(${space.x3}, 3vw)`,
  rowGap: space.x1,
  paddingBlock: space.x2,
  overflowWrap: 'break-word',
  selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } },
});
/** An option with its menu. */
export const withMenu = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: space.x1,
});
