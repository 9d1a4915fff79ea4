import { style, styleVariants } from '@vanilla-extract/css';
import { color } from '#theme/tokens.css.ts';

export const logo = style({ fill: color.ink, inlineSize: 'auto', flex: 'none', overflow: 'visible' });
export const sizes = styleVariants({
  small: { blockSize: '1.5rem' },
  normal: { blockSize: '2.25rem' },
  large: { blockSize: '4rem' },
});
