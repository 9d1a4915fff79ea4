import { globalStyle, style } from '@vanilla-extract/css';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';
import { narrow } from './ItemView.css.ts';

export const rows = style({ display: 'grid' });
export const row = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: space.x3,
  paddingBlock: space.x2,
  selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } },
  '@container': { [narrow]: { gridTemplateColumns: 'auto minmax(0, 1fr)' } },
});
// The score under the name.
globalStyle(`${row} > :last-child`, { '@container': { [narrow]: { gridColumn: 2, justifySelf: 'start' } } });
export const mine = style({
  boxShadow: `inset 0 0 0 2px ${color.mine}`,
  borderRadius: radius.control,
  paddingInline: space.x3,
  marginInline: `calc(-1 * ${space.x3})`,
});
export const who = style({ display: 'grid', justifyItems: 'start', gap: space.x1, minInlineSize: 0 });
export const name = style({ fontWeight: weight.medium });
export const me = style({ color: color.inkSoft, fontSize: size.small });
export const bets = style({
  display: 'grid',
  gap: space.x1,
  justifyItems: 'end',
  maxInlineSize: '10rem',
});
export const bet = style({ display: 'flex', gap: space.x2, fontSize: size.small });
