import { style, styleVariants } from '@vanilla-extract/css';
import { color } from '#theme/tokens.css.ts';

export const logo = style({ fill: color.ink, inlineSize: 'auto', flex: 'none', overflow: 'visible' });
export const sizes = styleVariants({
  // With large text it is smaller on phones, so that the bar has space.
  small: { blockSize: 'min(1.5rem, 7.5vw)' },
  normal: { blockSize: '2.25rem' },
  large: { blockSize: '4rem' },
});
