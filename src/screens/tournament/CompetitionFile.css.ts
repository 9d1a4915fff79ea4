import { style } from '@vanilla-extract/css';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

export const drop = style({
  borderRadius: radius.card,
  selectors: { '&[data-over]': { outline: `2px dashed ${color.edge}`, outlineOffset: space.x1 } },
});
export const template = style({ gap: space.x2 });
export const note = style({ color: color.inkSoft, fontSize: size.small });
export const refusal = style({ color: color.missed });
export const count = style({ fontSize: size.lead, fontWeight: weight.strong });
export const rows = style({
  display: 'grid',
  borderRadius: radius.card,
  border: `1px solid ${color.line}`,
  background: color.surface,
});
export const row = style({
  display: 'grid',
  gap: space.x1,
  padding: `${space.x2} ${space.x3}`,
  overflowWrap: 'anywhere',
  selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } },
});
export const place = style({ fontSize: size.small, fontWeight: weight.strong });
/** The faulty value, as written in the file. */
export const value = style({ justifySelf: 'start', color: color.missed });
export const teams = style({ display: 'flex', flexWrap: 'wrap', gap: space.x2, marginBlockStart: space.x2 });
export const team = style({
  padding: `${space.x1} ${space.x3}`,
  borderRadius: radius.round,
  background: color.sunken,
  fontSize: size.small,
  overflowWrap: 'anywhere',
});
