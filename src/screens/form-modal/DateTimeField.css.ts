import { style } from '@vanilla-extract/css';
import { space } from '#theme/tokens.css.ts';

/** The date, and the time beside it; below it where there is no space. */
export const dateTime = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: space.x2 });
export const time = style({
  display: 'grid',
  gridTemplateColumns: '5.5rem auto 5.5rem',
  alignItems: 'center',
  gap: space.x1,
});
