import { style } from '@vanilla-extract/css';
import { flexColumn, paddingInline, safeArea } from '#theme/logical.ts';
import { color, layer, media, motion, radius, size, space, weight } from '#theme/tokens.css.ts';
import { tabBarHeight } from './bar-sizes.ts';

export const bar = style({
  position: 'fixed',
  insetInline: 0,
  insetBlockEnd: 0,
  zIndex: layer.bar,
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  blockSize: `calc(${tabBarHeight} + ${safeArea.bottom})`,
  paddingBlockEnd: safeArea.bottom,
  paddingInline: safeArea.inline,
  background: color.surface,
  borderBlockStart: `1px solid ${color.line}`,
  '@media': {
    [media.desk]: {
      gridArea: 'tabs',
      position: 'sticky',
      insetBlockStart: 0,
      insetBlockEnd: 'auto',
      gridAutoFlow: 'row',
      gridAutoColumns: 'auto',
      alignContent: 'start',
      gap: space.x2,
      blockSize: '100dvh',
      paddingBlock: space.x16,
      borderBlockStart: 0,
      borderInlineEnd: `1px solid ${color.line}`,
    },
  },
});

export const tab = style({
  ...flexColumn,
  alignItems: 'center',
  justifyContent: 'center',
  gap: '0.2rem',
  minBlockSize: tabBarHeight,
  color: color.inkSoft,
  fontSize: `min(${size.tiny}, 3.75vw)`,
  fontWeight: weight.medium,
  lineHeight: 1.2,
  textDecoration: 'none',
  textAlign: 'center',
  selectors: {
    '&[aria-current]': { color: color.ink, fontWeight: weight.heavy },
    '&:focus-visible': { outlineOffset: '-3px' },
  },
});

export const icon = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  inlineSize: 'min(3.5rem, 100%)',
  blockSize: '2rem',
  borderRadius: radius.round,
  transition: `background-color ${motion.calm}, color ${motion.calm}`,
  '@media': { [media.hover]: { selectors: { [`${tab}:hover &`]: { background: color.sunken } } } },
  selectors: { '[aria-current] > &': { background: `${color.action} !important`, color: color.onAction } },
});

export const label = style({ paddingInline: space.x1 });

export const count = style({
  position: 'absolute',
  insetBlockStart: '-0.25rem',
  insetInlineEnd: '0.35rem',
  minInlineSize: '1.25rem',
  ...paddingInline('0.3rem'),
  borderRadius: radius.round,
  background: color.action,
  color: color.onAction,
  boxShadow: `0 0 0 2px ${color.surface}`,
  fontSize: size.tiny,
  fontWeight: weight.heavy,
  lineHeight: '1.25rem',
});
