import { style } from '@vanilla-extract/css';
import { paddingInline, wrappingRow } from '#theme/logical.ts';
import { color, radius, size, space } from '#theme/tokens.css.ts';

export const head = style({
  ...wrappingRow,
  justifyContent: 'space-between',
  columnGap: space.x3,
});
export const quiet = style({ color: color.inkSoft, fontSize: size.small });
/** Has the height of one line while it is loading. */
export const faces = style({ display: 'flex', flexWrap: 'wrap', gap: space.x2, minBlockSize: '2rem' });
export const person = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space.x2,
  minBlockSize: '2rem',
  maxInlineSize: '100%',
  overflowWrap: 'anywhere',
  borderRadius: radius.round,
  background: color.sunken,
  fontSize: size.small,
  ...paddingInline('0.25rem', space.x3),
});
export const awaitedFaces = style({ display: 'grid', gap: space.x2, justifyItems: 'start' });
/** As wide as most names. */
export const awaited = style({ inlineSize: '6rem' });
/** A member who has not bet: an outline. */
export const waiting = style({ background: 'none', boxShadow: `inset 0 0 0 1.5px ${color.line}` });
