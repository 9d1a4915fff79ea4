import { style } from '@vanilla-extract/css';
import { safeArea } from '#theme/logical.ts';
import { color, layer, media, space } from '#theme/tokens.css.ts';
import { notice, noticeHeight } from './OfflineNotice.css.ts';
import { noticeHeightVar, bottomOffset, topOffset } from './bar-sizes.ts';

export const shell = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateAreas: '"top" "main"',
  gridTemplateRows: 'auto 1fr',
  minBlockSize: '100dvh',
  selectors: { [`&:has(${notice})`]: { vars: { [noticeHeightVar]: noticeHeight } } },
});

/** Width of the feed beside a pane, with the space on both sides. */
const feedWidth = `calc(35rem + 2 * ${space.x6})`;

export const withTabs = style({
  paddingBlockEnd: bottomOffset,
  '@media': {
    [media.desk]: {
      paddingBlockEnd: 0,
      gridTemplateColumns: '6.5rem minmax(0, 1fr)',
      gridTemplateAreas: '"tabs top" "tabs main"',
    },
  },
});

/** Free space is on both sides, and the panes' column has the same width when none is open, so that nothing moves. */
export const withPanes = style({
  '@media': {
    [media.panes]: {
      gridTemplateColumns: `6.5rem minmax(0, 1fr) ${feedWidth} minmax(0, calc(34rem + ${space.x6})) minmax(0, 1fr)`,
      gridTemplateAreas: '"tabs top top top top" "tabs . main panes ."',
    },
    [media.allPanes]: {
      gridTemplateColumns: `6.5rem minmax(0, 1fr) ${feedWidth} minmax(0, 75.5rem) minmax(0, 1fr)`,
    },
  },
});

export const withAside = style({
  '@media': {
    [media.desk]: {
      gridTemplateColumns: '6.5rem minmax(0, 1fr) minmax(20rem, 26rem)',
      gridTemplateAreas: '"tabs top top" "tabs main aside"',
    },
  },
});

export const top = style({
  gridArea: 'top',
  position: 'sticky',
  insetBlockStart: 0,
  zIndex: layer.bar,
  paddingBlockStart: safeArea.top,
  background: color.wall,
});

export const tabs = style({ display: 'contents' });

export const main = style({
  gridArea: 'main',
  inlineSize: '100%',
  maxInlineSize: '42rem',
  marginInline: 'auto',
  paddingBlock: `${space.x2} ${space.x8}`,
  paddingInline: `max(${space.x3}, ${safeArea.inline})`,
  '@media': {
    [media.wide]: { paddingInline: space.x6 },
    // A two-column screen sets `data-columns`.
    [media.desk]: { selectors: { '&:has([data-columns])': { maxInlineSize: '72rem' } } },
    [media.panes]: {
      selectors: { [`${withPanes} > &:has([data-columns])`]: { maxInlineSize: feedWidth } },
    },
  },
});

/** Each pane is as tall as the window under the top bar, and scrolls by itself. */
export const panes = style({
  gridArea: 'panes',
  display: 'none',
  '@media': {
    [media.panes]: {
      display: 'flex',
      gap: space.x6,
      position: 'sticky',
      insetBlockStart: topOffset,
      alignSelf: 'start',
      minInlineSize: 0,
      paddingBlockStart: space.x2,
      paddingInlineEnd: space.x6,
    },
  },
});

export const aside = style({
  gridArea: 'aside',
  display: 'none',
  '@media': {
    [media.desk]: {
      display: 'block',
      position: 'sticky',
      insetBlockStart: topOffset,
      maxBlockSize: `calc(100dvh - ${topOffset})`,
      overflowY: 'auto',
      paddingBlock: space.x2,
      paddingInlineEnd: space.x6,
    },
  },
});
