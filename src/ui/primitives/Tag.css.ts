import { keyframes, style, styleVariants } from '@vanilla-extract/css';
import { paddingInline } from '#theme/logical.ts';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

export const tag = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space.x1,
  ...paddingInline('0.6rem'),
  minBlockSize: '1.5rem',
  borderRadius: radius.round,
  fontSize: size.tiny,
  fontWeight: weight.strong,
  lineHeight: 1.2,
  whiteSpace: 'nowrap',
});

export const tones = styleVariants({
  quiet: { background: color.sunken, color: color.inkSoft },
  strong: { background: color.action, color: color.onAction },
  live: { background: color.action, color: color.onAction },
  mine: { background: color.mine, color: color.onMine },
  won: { background: color.wonSoft, color: color.won },
  missed: { background: color.missedSoft, color: color.missed },
});

const beat = keyframes({ '0%, 100%': { opacity: 1, scale: '1' }, '50%': { opacity: 0.35, scale: '0.7' } });

export const pulse = style({
  inlineSize: '0.5rem',
  blockSize: '0.5rem',
  borderRadius: radius.round,
  background: 'currentcolor',
  animation: `${beat} 1.6s ease-in-out infinite`,
});
