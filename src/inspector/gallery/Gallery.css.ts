import { globalStyle, style } from '@vanilla-extract/css';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

export const looks = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${space.x1} ${space.x4}`,
  direction: 'ltr',
  fontSize: size.small,
  lineHeight: 2,
});
globalStyle(`${looks} a[aria-current]`, { fontWeight: weight.heavy, textDecoration: 'none' });
export const part = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.x4,
  paddingBlock: space.x6,
});
export const name = style({
  fontSize: size.small,
  fontWeight: weight.medium,
  color: color.inkSoft,
  direction: 'ltr',
});
export const flow = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space.x3 });
export const cells = style({ display: 'flex', flexWrap: 'wrap', gap: `${space.x5} ${space.x3}` });
export const cell = style({
  display: 'grid',
  justifyItems: 'center',
  gap: space.x1,
  fontSize: size.tiny,
  color: color.inkSoft,
});
export const rule = style({ border: 0, borderBlockStart: `1px solid ${color.line}` });
/** A containing block for what is fixed to the window's edges. */
export const frame = style({
  display: 'grid',
  contain: 'layout paint',
  minBlockSize: '14rem',
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
});
export const high = style([frame, { blockSize: '26rem', overflow: 'auto' }]);
export const unused = style({ direction: 'ltr', fontSize: size.tiny, color: color.inkSoft });
export const thumbnail = style({ inlineSize: '3rem', blockSize: '3rem' });
/** Background of the live bar. */
export const onAction = style({
  padding: '0.5rem',
  background: color.action,
  color: color.onAction,
});
