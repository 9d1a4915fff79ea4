import { style } from '@vanilla-extract/css';
import { flexRow, paddingInline } from '#theme/logical.ts';
import { color, media, motion, radius, size, space, touch, weight } from '#theme/tokens.css.ts';

export const welcome = style({ fontSize: size.title, fontWeight: weight.heavy });

export const list = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space.x1 });

export const entry = style({
  ...flexRow,
  gap: `min(${space.x3}, 12px)`,
  inlineSize: '100%',
  minBlockSize: touch,
  ...paddingInline(`min(${space.x2}, 8px)`),
  borderRadius: radius.control,
  fontWeight: weight.medium,
  textAlign: 'start',
  textDecoration: 'none',
  cursor: 'pointer',
  '@media': { [media.hover]: { ':hover': { background: color.sunken } } },
});

export const name = style({ flex: 1, minInlineSize: 0 });

export const branch = style({});
export const chevron = style({
  transition: `rotate ${motion.quick}`,
  selectors: { [`${branch}[open] &`]: { rotate: '180deg' } },
});
export const inner = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.x1,
  paddingInlineStart: `min(${space.x5}, 20px)`,
});
export const none = style({
  color: color.inkSoft,
  fontSize: size.small,
  ...paddingInline(space.x2),
  paddingBlock: space.x2,
});
export const version = style({ color: color.inkSoft, fontSize: size.tiny });
