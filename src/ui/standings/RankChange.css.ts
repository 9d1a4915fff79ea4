import { style } from '@vanilla-extract/css';
import { color, radius, size, weight } from '#theme/tokens.css.ts';

export const move = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: '0.2em',
  fontSize: size.tiny,
  fontWeight: weight.strong,
  lineHeight: 1,
  color: color.inkSoft,
  selectors: { '&[data-direction="up"]': { color: color.ink } },
});

export const arrow = style({ inlineSize: '0.6em', fill: 'currentcolor' });
export const same = style({
  inlineSize: '0.6em',
  blockSize: '2px',
  borderRadius: radius.round,
  background: color.edge,
});
