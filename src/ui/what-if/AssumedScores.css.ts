import { style } from '@vanilla-extract/css';
import { size, space } from '#theme/tokens.css.ts';

export const matches = style({
  containerType: 'inline-size',
  display: 'flex',
  flexDirection: 'column',
  gap: space.x1,
});
/** With large text the score is placed above the names. */
const narrow = '(max-width: 12rem)';
export const match = style({
  display: 'grid',
  gridTemplate: '"home score away" / 1fr auto 1fr',
  alignItems: 'center',
  gap: space.x2,
  fontSize: size.small,
  '@container': {
    [narrow]: { gridTemplate: '"score score" "home away" / 1fr 1fr', justifyItems: 'center' },
  },
});
export const home = style({
  gridArea: 'home',
  minInlineSize: 0,
  textAlign: 'end',
  overflowWrap: 'anywhere',
});
export const away = style({ gridArea: 'away', minInlineSize: 0, overflowWrap: 'anywhere' });
export const score = style({ gridArea: 'score' });
