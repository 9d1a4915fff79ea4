import { style } from '@vanilla-extract/css';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

export const line = style({ display: 'grid' });
export const step = style({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  gap: space.x3,
  position: 'relative',
  paddingBlockEnd: space.x4,
  selectors: {
    // Line from one icon to the next.
    '&:not(:last-child)::before': {
      content: '',
      position: 'absolute',
      insetBlock: `${space.x8} 0`,
      insetInlineStart: `calc(${space.x4} - 1px)`,
      inlineSize: 2,
      background: color.line,
    },
    '&:last-child': { paddingBlockEnd: 0 },
  },
});
export const icon = style({
  display: 'grid',
  placeItems: 'center',
  inlineSize: space.x8,
  blockSize: space.x8,
  borderRadius: radius.round,
  background: color.sunken,
  color: color.inkSoft,
});
export const content = style({ display: 'grid', gap: space.x1, justifyItems: 'start', minInlineSize: 0 });
export const stepName = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space.x2,
  fontWeight: weight.medium,
  minBlockSize: space.x8,
  alignItems: 'center',
});
export const change = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space.x2 });
export const before = style({ color: color.inkSoft, fontSize: size.small });
export const author = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space.x2,
  color: color.inkSoft,
  fontSize: size.small,
});
