import { globalStyle, style } from '@vanilla-extract/css';
import { color, size, space } from '#theme/tokens.css.ts';

export const about = style({ color: color.inkSoft, fontSize: size.small });
export const rules = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(9.75rem, 100%), 1fr))',
  alignItems: 'end',
  gap: space.x3,
});
globalStyle(`${rules} > :is(label, fieldset, button)`, { gridColumn: '1 / -1' });
// Two beside each other on a phone: no gap between a number and its buttons.
globalStyle(`${rules} input[role=spinbutton]`, {
  inlineSize: '3.5rem',
  marginInline: `calc(-1 * ${space.x2})`,
});
export const failed = style({ display: 'flex', alignItems: 'center', gap: space.x3 });
