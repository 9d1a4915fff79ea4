import { style } from '@vanilla-extract/css';
import { mirroredInRtl } from '#theme/logical.ts';
import { color, size, space, weight } from '#theme/tokens.css.ts';

export const figure = style({ display: 'flex', flexDirection: 'column', gap: space.x2, margin: 0 });
export const chart = style({ inlineSize: '100%', blockSize: '6rem', overflow: 'visible' });
export const plot = style(mirroredInRtl);
export const ground = style({ stroke: color.edge, strokeWidth: 1, vectorEffect: 'non-scaling-stroke' });
export const area = style({ fill: color.sunken });
export const line = style({
  fill: 'none',
  stroke: color.ink,
  strokeWidth: 2.5,
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
  vectorEffect: 'non-scaling-stroke',
  selectors: { '[data-mine=true] &': { stroke: color.mine } },
});
export const ends = style({
  display: 'flex',
  justifyContent: 'space-between',
  fontSize: size.tiny,
  color: color.inkSoft,
});
export const summary = style({ cursor: 'pointer', fontSize: size.small, paddingBlock: space.x2 });
export const table = style({
  inlineSize: '100%',
  fontSize: size.small,
  borderCollapse: 'collapse',
  overflowWrap: 'break-word',
});
export const head = style({ textAlign: 'start', fontWeight: weight.medium, color: color.inkSoft });
export const cell = style({
  paddingBlock: space.x1,
  textAlign: 'start',
  fontWeight: 'inherit',
  borderBlockStart: `1px solid ${color.line}`,
});
export const number = style({
  paddingInlineStart: space.x3,
  textAlign: 'end',
  fontVariantNumeric: 'tabular-nums',
});
