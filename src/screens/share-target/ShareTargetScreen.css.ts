import { style } from '@vanilla-extract/css';
import { flexColumn, oneLine, paddingInline, wrappingRow } from '#theme/logical.ts';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

export const quiet = style({ color: color.inkSoft, fontSize: size.small });
export const refusal = style({ color: color.missed, fontWeight: weight.medium });
export const pictures = style({ display: 'flex', flexWrap: 'wrap', gap: space.x2 });
export const picture = style({
  inlineSize: '6.5rem',
  blockSize: '6.5rem',
  objectFit: 'cover',
  borderRadius: radius.control,
  background: color.sunken,
});
export const text = style({
  maxBlockSize: '12rem',
  overflowY: 'auto',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
});
export const chats = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space.x3 });
export const list = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space.x2 });
export const chat = style({
  ...wrappingRow,
  gap: space.x3,
  inlineSize: '100%',
  minInlineSize: 0,
  paddingBlock: space.x3,
  ...paddingInline(space.x4),
  borderRadius: radius.card,
  background: color.surface,
  boxShadow: color.lift,
  textAlign: 'start',
  cursor: 'pointer',
});
export const textColumn = style({
  ...flexColumn,
  flex: '1 1 6rem',
  minInlineSize: 0,
});
export const name = style({ ...oneLine, fontWeight: weight.strong });
