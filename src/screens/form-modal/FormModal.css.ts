import { style } from '@vanilla-extract/css';
import { safeArea } from '#theme/logical.ts';
import { color, media, radius, space } from '#theme/tokens.css.ts';

export const form = style({ display: 'block', paddingBlockEnd: space.x2 });
/** Covers the end of the form; the sheet does not change its height. */
export const confirm = style({
  position: 'absolute',
  insetInline: 0,
  insetBlockEnd: 0,
  maxBlockSize: '100%',
  overflowY: 'auto',
  display: 'grid',
  gap: space.x3,
  padding: `${space.x4} ${space.x4} calc(${space.x4} + ${safeArea.bottom})`,
  borderStartStartRadius: radius.sheet,
  borderStartEndRadius: radius.sheet,
  background: color.raised,
  boxShadow: color.float,
  '@media': { [media.roomy]: { borderRadius: radius.sheet } },
});
