import { globalStyle, style } from '@vanilla-extract/css';
import { flexColumn, flexRow, oneLine, wrappingRow } from '#theme/logical.ts';
import { color, font, radius, size, space, weight } from '#theme/tokens.css.ts';

const code = 'ui-monospace, "SF Mono", "DejaVu Sans Mono", Menlo, monospace';
const hairline = `1px solid ${color.line}`;

export const page = style({
  display: 'grid',
  gridTemplateColumns: '13.5rem minmax(0, 1fr)',
  gridTemplateRows: 'auto minmax(0, 1fr) minmax(11rem, 34vh)',
  gridTemplateAreas: '"bar bar" "tree chart" "foot foot"',
  blockSize: '100dvh',
  fontFamily: font,
  fontSize: size.small,
  background: color.wall,
  color: color.ink,
});

export const bar = style({
  gridArea: 'bar',
  ...wrappingRow,
  gap: space.x2,
  paddingBlock: space.x2,
  paddingInline: space.x4,
  background: color.surface,
  borderBlockEnd: hairline,
});
export const name = style({ display: 'flex', gap: space.x2, fontSize: size.lead, fontWeight: weight.heavy });
export const status = style({ color: color.inkSoft, fontVariantNumeric: 'tabular-nums' });
/** The status takes the space that the rest of the bar leaves: its text moves nothing else. */
export const mode = style([status, { flex: 1, minInlineSize: '8rem', textAlign: 'end' }]);

export const button = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space.x1,
  minBlockSize: '2rem',
  paddingInline: space.x3,
  borderRadius: radius.small,
  border: `1px solid ${color.edge}`,
  background: color.raised,
  fontWeight: weight.medium,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  ':hover': { background: color.sunken },
  ':disabled': { color: color.inkSoft, background: 'transparent', borderColor: color.line },
  selectors: {
    '&[aria-pressed="true"]': { background: color.action, color: color.onAction, borderColor: color.action },
  },
});
export const field = style({
  minBlockSize: '2rem',
  paddingInline: space.x2,
  borderRadius: radius.small,
  border: `1px solid ${color.edge}`,
  background: color.raised,
  maxInlineSize: '100%',
});

export const mediumField = style([field, { inlineSize: '11.5rem' }]);
export const narrowField = style([field, { inlineSize: '6rem' }]);

export const tree = style({
  gridArea: 'tree',
  overflow: 'auto',
  borderInlineEnd: hairline,
  background: color.surface,
  paddingBlock: space.x2,
});
export const heading = style({
  paddingInline: space.x3,
  paddingBlock: space.x1,
  fontSize: size.tiny,
  fontWeight: weight.strong,
  color: color.inkSoft,
});
export const actor = style({
  display: 'block',
  inlineSize: '100%',
  paddingBlock: '0.2rem',
  paddingInlineEnd: space.x2,
  textAlign: 'start',
  ...oneLine,
  ':hover': { background: color.sunken },
  selectors: { '&[aria-current="true"]': { background: color.action, color: color.onAction } },
});
export const plainActor = style({
  color: color.inkSoft,
  paddingInlineEnd: space.x2,
  paddingBlock: '0.1rem',
  ...oneLine,
});
export const actorState = style({ color: color.inkSoft, fontSize: size.tiny, marginInlineStart: space.x2 });
globalStyle(`${actor}[aria-current="true"] ${actorState}`, { color: 'inherit' });

/** One cell that its content cannot grow. */
const oneCell = 'minmax(0, 1fr) / minmax(0, 1fr)';
export const chart = style({
  gridArea: 'chart',
  position: 'relative',
  display: 'grid',
  gridTemplate: oneCell,
  minInlineSize: 0,
});
export const pane = style({
  overflow: 'auto',
  padding: space.x3,
  selectors: { '&[data-fit]': { display: 'grid', gridTemplate: oneCell, placeItems: 'center' } },
});
export const picture = style({
  marginInline: 'auto',
  selectors: { [`${pane}[data-fit] > &`]: { inlineSize: '100%', blockSize: '100%' } },
});
globalStyle(`${picture} > svg`, { inlineSize: '100%', blockSize: '100%' });
export const chartTools = style({
  display: 'flex',
  gap: space.x1,
  position: 'absolute',
  insetBlockStart: space.x3,
  insetInlineEnd: space.x6,
});
export const empty = style({
  alignSelf: 'center',
  justifySelf: 'center',
  maxInlineSize: '32rem',
  padding: space.x6,
});
export const steps = style({
  listStyle: 'decimal',
  paddingInlineStart: space.x6,
  marginBlock: space.x3,
  lineHeight: 1.8,
});

export const panels = style({
  gridArea: 'foot',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 15.5rem 15.5rem',
  borderBlockStart: hairline,
  background: color.surface,
  minBlockSize: 0,
});
export const panel = style({
  ...flexColumn,
  gap: space.x2,
  minBlockSize: 0,
  minInlineSize: 0,
  padding: space.x2,
  selectors: { '& + &': { borderInlineStart: hairline } },
});
export const row = style({ ...flexRow, gap: space.x2, flexWrap: 'wrap' });
export const title = style({ fontSize: size.small, fontWeight: weight.strong });

export const rowHeight = 24;
export const log = style({
  flex: 1,
  minBlockSize: 0,
  overflow: 'auto',
  position: 'relative',
  contain: 'strict',
});
export const entry = style({
  position: 'absolute',
  insetInline: 0,
  blockSize: rowHeight,
  display: 'grid',
  gridTemplateColumns: '5.4rem 6.5rem 9rem minmax(0, 1fr) 9rem',
  gap: space.x2,
  alignItems: 'center',
  paddingInline: space.x2,
  fontSize: size.tiny,
  borderRadius: '4px',
  cursor: 'pointer',
  ':hover': { background: color.sunken },
  selectors: { '&[aria-selected="true"]': { background: color.action, color: color.onAction } },
});
export const cell = style(oneLine);
export const mono = style({ fontFamily: code, fontSize: '0.6875rem', ...oneLine });
export const strong = style({ fontWeight: weight.strong, ...oneLine });

export const json = style({
  flex: 1,
  minBlockSize: 0,
  overflow: 'auto',
  fontFamily: code,
  fontSize: '0.6875rem',
  lineHeight: 1.5,
  whiteSpace: 'pre-wrap',
});
export const text = style([
  field,
  {
    flex: 1,
    inlineSize: '100%',
    minBlockSize: '3rem',
    paddingBlock: space.x1,
    resize: 'none',
    fontFamily: code,
    fontSize: '0.6875rem',
  },
]);
