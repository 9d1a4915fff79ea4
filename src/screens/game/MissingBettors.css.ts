import { style } from '@vanilla-extract/css';
import { color, size, space } from '#theme/tokens.css.ts';

export const done = style({ color: color.inkSoft, textAlign: 'center', paddingBlock: space.x3 });
export const people = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(8.5rem, 1fr))',
  gap: space.x3,
});
export const person = style({ display: 'flex', alignItems: 'center', gap: space.x2, minInlineSize: 0 });
export const textColumn = style({
  display: 'flex',
  flexDirection: 'column',
  minInlineSize: 0,
  overflowWrap: 'anywhere',
});
export const left = style({ fontSize: size.tiny, color: color.inkSoft });
