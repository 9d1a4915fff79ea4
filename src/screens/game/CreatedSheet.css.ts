import { style } from '@vanilla-extract/css';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

export const created = style({ display: 'grid', justifyItems: 'center', gap: space.x3, textAlign: 'center' });
export const geresh = style({ fontSize: '3rem', lineHeight: 1 });
export const card = style({
  display: 'grid',
  gap: space.x2,
  inlineSize: '100%',
  padding: space.x4,
  borderRadius: radius.card,
  border: `1px solid ${color.line}`,
  background: color.surface,
  overflowWrap: 'anywhere',
});
export const league = style({ color: color.inkSoft, fontSize: size.small });
export const about = style({ fontSize: size.lead, fontWeight: weight.strong });
export const items = style({ display: 'grid', gap: space.x2 });
export const item = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  columnGap: space.x4,
  rowGap: space.x2,
});
export const option = style({ display: 'inline-flex', alignItems: 'center', columnGap: space.x2 });
