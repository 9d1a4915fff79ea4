import { style } from '@vanilla-extract/css';
import { flexColumn, flexRow, oneLine, paddingInline, wrappingRow } from '#theme/logical.ts';
import { color, media, radius, size, space, touch, weight } from '#theme/tokens.css.ts';

export const card = style({
  ...flexColumn,
  gap: space.x3,
  paddingBlock: space.x4,
  ...paddingInline(space.x4),
  // Under the line of a folded round.
  selectors: { 'summary + &': { paddingBlockStart: 0 } },
});

export const head = style({
  ...wrappingRow,
  gap: space.x3,
  minInlineSize: 0,
});

export const faces = style({ position: 'relative', flexShrink: 0, marginInlineEnd: space.x1 });
/** The publisher's avatar overlaps the league's crest, clear of its letters. */
export const publisher = style({
  position: 'absolute',
  insetBlockEnd: `calc(-1 * ${space.x3})`,
  insetInlineEnd: `calc(-1 * ${space.x3})`,
  borderRadius: radius.round,
  boxShadow: `0 0 0 2px ${color.surface}`,
  lineHeight: 0,
});

export const textColumn = style({
  ...flexColumn,
  flex: '1 1 8rem',
  minInlineSize: 0,
});
export const titleLine = style({ ...flexRow, gap: space.x2, minInlineSize: 0 });
export const title = style({
  minInlineSize: 0,
  fontSize: size.body,
  fontWeight: weight.heavy,
  lineHeight: 1.25,
});
export const pinned = style({ flex: 'none', color: color.inkSoft });
export const by = style({ display: 'flex', whiteSpace: 'pre', color: color.inkSoft, fontSize: size.small });
export const who = style({ ...oneLine, minInlineSize: 0 });

/** Link to the game's own page; its touch target is larger than the line is high. */
export const date = style({
  paddingBlock: space.x2,
  marginBlock: `calc(-1 * ${space.x2})`,
  flex: 'none',
  textDecoration: 'none',
  '@media': { [media.hover]: { selectors: { '&:hover': { textDecoration: 'underline' } } } },
  // The game that is open beside the feed.
  selectors: { '&[aria-current]': { color: color.ink, fontWeight: weight.strong } },
});

export const items = style(flexColumn);
export const item = style({
  // Clear of the top bar when scrolled to.
  scrollMarginBlock: '6rem',
  selectors: {
    '& + &': { borderBlockStart: `1px solid ${color.line}` },
    // The height of a match, until it is rendered.
    '&:empty': { minBlockSize: '5.1875rem' },
  },
});

/** As high as the button that it replaces. */
export const allPicked = style({
  display: 'grid',
  placeContent: 'center',
  minBlockSize: `max(${touch}, 3.125rem)`,
  color: color.inkSoft,
  fontSize: size.small,
});

/** The whole footer opens the chat: the button's ::after covers it. */
export const foot = style({
  position: 'relative',
  ...flexRow,
  justifyContent: 'space-between',
  gap: space.x3,
  color: color.inkSoft,
  fontSize: size.small,
});
export const votes = style({
  ...wrappingRow,
  gap: space.x2,
  minInlineSize: 0,
});
export const comments = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.x1,
  minInlineSize: touch,
  minBlockSize: touch,
  textDecoration: 'none',
  color: color.ink,
  fontWeight: weight.medium,
  selectors: { '&::after': { content: '', position: 'absolute', inset: 0 } },
});
