import { style } from '@vanilla-extract/css';
import { lightColors, radius } from '#theme/tokens.css.ts';

// Dark on light in both themes: many scanners need it.
export const code = style({
  display: 'block',
  inlineSize: '100%',
  maxInlineSize: '15rem',
  blockSize: 'auto',
  background: lightColors.raised,
  color: lightColors.ink,
  borderRadius: radius.control,
  forcedColorAdjust: 'none',
});
