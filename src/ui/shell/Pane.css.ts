import { style } from '@vanilla-extract/css';
import { flexColumn, flexRow, oneLine } from '#theme/logical.ts';
import { color, media, radius, size, space, weight } from '#theme/tokens.css.ts';
import { scrollingPane, topOffset } from './bar-sizes.ts';

const height = `calc(100dvh - ${topOffset} - ${space.x6})`;

export const pane = style({
  ...flexColumn,
  alignSelf: 'start',
  minInlineSize: 0,
  maxBlockSize: height,
  overflow: 'hidden',
  background: color.wall,
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  selectors: { '&:focus-visible': { outline: 'none', borderColor: color.ink, borderRadius: radius.card } },
  '@media': {
    [media.panes]: { flex: '1 1 0' },
    [media.allPanes]: { flex: '0 1 23.5rem' },
  },
});
export const opened = style({
  '@media': { [media.allPanes]: { flex: '1 1 0', maxInlineSize: '34rem' } },
});
export const whole = style({ blockSize: height });
export const head = style({
  flex: 'none',
  ...flexRow,
  gap: space.x2,
  paddingInline: space.x4,
  minBlockSize: '3.5rem',
  background: color.surface,
});
/** Its touch target reaches into the padding. */
export const close = style({ marginInlineStart: `calc(-1 * ${space.x2})` });
export const title = style({ ...oneLine, flex: 1, fontSize: size.lead, fontWeight: weight.heavy });
export const body = style({
  vars: scrollingPane,
  flex: 1,
  minBlockSize: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  padding: `${space.x4} ${space.x4}`,
});
