import { style } from '@vanilla-extract/css';
import { color, size, space } from '#theme/tokens.css.ts';

export const page = style({ display: 'grid', gap: space.x4, gridTemplateColumns: 'minmax(0, 1fr)' });
export const head = style({ display: 'grid', gap: space.x1 });
export const league = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: space.x2,
  color: color.inkSoft,
  fontSize: size.small,
});
export const header = style({ display: 'grid', gap: space.x4, justifyItems: 'center', textAlign: 'center' });
export const deadline = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: space.x2,
  selectors: { '&:empty': { display: 'none' } },
});
export const sides = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto minmax(0, 1fr)',
  gap: space.x3,
  inlineSize: '100%',
  maxInlineSize: '24rem',
});
/** Beside the crests, whatever the names' lines. */
export const middle = style({ display: 'grid', placeItems: 'center', blockSize: '4rem' });
export const side = style({
  display: 'grid',
  gap: space.x2,
  justifyItems: 'center',
  alignContent: 'start',
  fontSize: size.lead,
});
export const statusText = style({
  color: color.inkSoft,
  fontSize: size.small,
  maxInlineSize: '28rem',
  textWrap: 'balance',
});
export const pickControl = style({ inlineSize: '100%', textAlign: 'start', containerType: 'inline-size' });
/** The other items; scrolls horizontally. */
export const strip = style({
  display: 'flex',
  gap: space.x2,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  paddingBlock: space.x1,
});
