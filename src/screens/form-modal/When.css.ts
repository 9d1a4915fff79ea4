import { style } from '@vanilla-extract/css';
import { space } from '#theme/tokens.css.ts';

/** The day, and once there is one the hour beside it: under it where there is no room. */
export const when = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: space.x2 });
export const time = style({
  display: 'grid',
  gridTemplateColumns: '5.5rem auto 5.5rem',
  alignItems: 'center',
  gap: space.x1,
});
