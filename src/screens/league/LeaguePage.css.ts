import { style } from '@vanilla-extract/css';
import { color, media, radius, size, space } from '#theme/tokens.css.ts';
import { topOffset } from '#ui/shell/bar-sizes.ts';

export const page = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space.x4,
  minInlineSize: 0,
});
export const head = style({ display: 'flex', alignItems: 'center', gap: space.x3, minInlineSize: 0 });
export const words = style({ flex: 1, minInlineSize: 0, overflowWrap: 'anywhere' });
export const count = style({ color: color.inkSoft, fontSize: size.small });
export const description = style({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' });

export const archived = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space.x3,
  padding: space.x4,
  borderRadius: radius.card,
  background: color.sunken,
});
export const archivedText = style({ flex: '1 1 14rem', minInlineSize: 0 });

/** A member's first actions: the code, and a new game beside it where there is space. */
export const actions = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space.x3,
  '@media': {
    [media.desk]: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) minmax(18rem, 26rem)',
      alignItems: 'center',
      gap: space.x6,
    },
  },
});
export const columns = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(18rem, 26rem)',
  alignItems: 'start',
  gap: space.x6,
});
/** Stays visible beside the scrolling games. */
export const standingsColumn = style({
  position: 'sticky',
  insetBlockStart: topOffset,
  maxBlockSize: `calc(100dvh - ${topOffset})`,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  paddingBlockEnd: space.x4,
});
export const games = style({ display: 'flex', flexDirection: 'column', gap: space.x4, minInlineSize: 0 });
