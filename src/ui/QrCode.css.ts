import { style } from '@vanilla-extract/css';
import { day, radius } from '#theme/tokens.css.ts';

// Dark on light in both themes: many scanners need it.
export const code = style({
  display: 'block',
  inlineSize: '100%',
  maxInlineSize: '15rem',
  blockSize: 'auto',
  background: day.raised,
  color: day.ink,
  borderRadius: radius.control,
  forcedColorAdjust: 'none',
});
