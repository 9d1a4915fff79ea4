import { style } from '@vanilla-extract/css';
import { flexRow, oneLine, safeArea, visuallyHiddenStyle } from '#theme/logical.ts';
import { media, radius, size, space, touch, weight } from '#theme/tokens.css.ts';
import { topBarEnd, topBarHeight } from './bar-sizes.ts';

export const bar = style({
  ...flexRow,
  justifyContent: 'space-between',
  gap: space.x3,
  minBlockSize: topBarHeight,
  paddingInline: `max(${space.x2}, ${safeArea.inline})`,
  containerType: 'inline-size',
  '@media': { [media.wide]: { paddingInline: space.x6 } },
});

export const start = style({ ...flexRow, flex: 'none' });
export const end = style({
  ...flexRow,
  gap: space.x1,
  minInlineSize: 0,
  '@media': {
    [media.panes]: { maxInlineSize: `calc(${topBarEnd} - ${space.x6})` },
    [media.allPanes]: { maxInlineSize: 'none' },
  },
});

export const home = style({
  display: 'grid',
  placeItems: 'center',
  minInlineSize: touch,
  minBlockSize: touch,
  paddingInline: space.x2,
});

export const user = style({
  ...flexRow,
  gap: space.x2,
  minInlineSize: 0,
  minBlockSize: touch,
  paddingInline: space.x2,
  borderRadius: radius.round,
  textDecoration: 'none',
});

/** Hidden with large text: the picture is enough. */
export const name = style({
  ...oneLine,
  fontSize: size.small,
  fontWeight: weight.strong,
  '@container': { '(max-width: 20.5rem)': visuallyHiddenStyle },
});
