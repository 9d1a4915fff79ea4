import { style } from '@vanilla-extract/css';
import { space } from '#theme/tokens.css.ts';

export const league = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.x2,
  minInlineSize: 0,
  color: 'inherit',
  textDecoration: 'none',
});
/** Placeholder where a match or a chat will open. */
export const nothing = style({ flex: '1 1 0', maxInlineSize: '34rem', paddingBlockStart: '20vh' });
