import { style } from '@vanilla-extract/css';
import { color, size, space } from '#theme/tokens.css.ts';

export const list = style({ display: 'grid', gap: space.x3, inlineSize: '100%', maxInlineSize: '28rem' });
export const objection = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: space.x2,
  alignItems: 'start',
  textAlign: 'start',
});
export const textColumn = style({ display: 'grid', overflowWrap: 'anywhere', whiteSpace: 'pre-line' });
export const name = style({ color: color.inkSoft, fontSize: size.small });
