import { style } from '@vanilla-extract/css';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

export const emblem = style({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  inlineSize: '2.5rem',
  blockSize: '2.5rem',
  borderRadius: radius.round,
  background: color.sunken,
  color: color.inkSoft,
});
export const head = style({ display: 'flex', alignItems: 'center', gap: space.x3 });
export const textColumn = style({
  display: 'grid',
  gap: space.x1,
  minInlineSize: 0,
  overflowWrap: 'anywhere',
});
export const name = style({ fontSize: size.lead, fontWeight: weight.strong });
export const note = style({ color: color.inkSoft, fontSize: size.small });
export const rounds = style({
  display: 'grid',
  borderRadius: radius.card,
  border: `1px solid ${color.line}`,
  background: color.surface,
});
export const round = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: space.x3,
  padding: `${space.x2} ${space.x3}`,
  overflowWrap: 'anywhere',
  selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } },
});
export const count = style({ color: color.inkSoft, fontSize: size.small, whiteSpace: 'nowrap' });
export const changes = style({ display: 'grid', gap: space.x2 });
export const change = style({ fontWeight: weight.strong });
export const match = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: space.x3,
  padding: `${space.x2} ${space.x3}`,
  overflowWrap: 'anywhere',
  selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } },
});
/** Date before, and date after. */
export const dates = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space.x3,
  color: color.inkSoft,
  fontSize: size.small,
});
