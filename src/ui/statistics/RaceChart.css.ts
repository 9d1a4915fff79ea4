import { style } from '@vanilla-extract/css';
import { flexColumn, flexRow, mirroredInRtl, oneLine, paddingInline } from '#theme/logical.ts';
import { color, motion, size, space, weight } from '#theme/tokens.css.ts';

export const figure = style({ ...flexColumn, gap: space.x2, margin: 0 });
export const race = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 8.5rem)' });
/** As tall as the names beside it. */
export const chart = style({ inlineSize: '100%', blockSize: 0, minBlockSize: '100%', overflow: 'visible' });
/** Runs from the inline start, where the first round is. */
export const plot = style(mirroredInRtl);
const stroke = { fill: 'none', vectorEffect: 'non-scaling-stroke' } as const;
export const ground = style({ ...stroke, stroke: color.line, strokeWidth: 1 });
export const mine = style({});
export const line = style({
  ...stroke,
  stroke: color.edge,
  strokeWidth: 1.5,
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
  transition: `d ${motion.slow} ${motion.out}`,
  selectors: { [`${mine} &`]: { stroke: color.mine, strokeWidth: 3 } },
});
/** Line from a curve's end to its name. Dotted, so that it is not read as points. */
export const leader = style({
  ...stroke,
  stroke: color.edge,
  strokeWidth: 1,
  strokeDasharray: '1 3',
  transition: `d ${motion.slow} ${motion.out}`,
  selectors: { [`${mine} &`]: { stroke: color.mine } },
});

const rowHeight = '1.75rem';
export const names = style({ position: 'relative', minInlineSize: 0 });
export const name = style({
  position: 'absolute',
  insetBlockStart: 0,
  insetInline: 0,
  ...flexRow,
  gap: space.x2,
  blockSize: rowHeight,
  ...paddingInline(space.x2, '0'),
  fontSize: size.small,
  transition: `transform ${motion.slow} ${motion.out}`,
});
export const me = style({ color: color.mineInk, fontWeight: weight.heavy });
export const who = style({ ...oneLine, flex: 1, minInlineSize: 0 });
export const points = style({ fontWeight: weight.strong, fontVariantNumeric: 'tabular-nums' });
export const room = style({ blockSize: rowHeight });

export const summary = style({ cursor: 'pointer', fontSize: size.small, paddingBlock: space.x2 });
export const scroller = style({ overflowX: 'auto' });
export const table = style({ fontSize: size.small, borderCollapse: 'collapse' });
export const head = style({
  textAlign: 'start',
  fontWeight: weight.medium,
  color: color.inkSoft,
  whiteSpace: 'nowrap',
});
export const cell = style({
  paddingBlock: space.x1,
  minInlineSize: '6rem',
  textAlign: 'start',
  fontWeight: 'inherit',
  borderBlockStart: `1px solid ${color.line}`,
});
export const number = style({
  minInlineSize: 0,
  paddingInlineStart: space.x3,
  textAlign: 'end',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
});
