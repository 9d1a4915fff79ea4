import { globalStyle, style } from '@vanilla-extract/css';
import { flexRow, wrappingRow } from '#theme/logical.ts';
import { color, media, motion, radius, size, space, touch, weight } from '#theme/tokens.css.ts';

/** Everything but the sheet's title and buttons. */
export const scroller = style({
  flex: 1,
  minBlockSize: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  padding: `${space.x1} ${space.x4} ${space.x6}`,
});
export const slide = style({
  display: 'grid',
  gap: space.x4,
  gridTemplateColumns: 'minmax(0, 1fr)',
  // Focused for screen readers only.
  selectors: { '&:focus-visible': { outline: 'none' } },
  '@media': { [media.keyboard]: { gap: space.x2 } },
});

/** Progress: one stroke per slide. */
export const steps = style({
  display: 'flex',
  gap: space.x1,
  '@media': { [media.keyboard]: { display: 'none' } },
});
export const step = style({
  flex: 1,
  blockSize: '0.3125rem',
  borderRadius: radius.round,
  background: color.line,
  transition: `background ${motion.calm}`,
  selectors: { '&[data-done]': { background: color.action } },
});

export const footer = style({
  display: 'grid',
  gap: space.x3,
  inlineSize: '100%',
  '@media': {
    [media.low]: {
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      gridTemplateRows: 'auto 1fr',
      alignItems: 'end',
      rowGap: 0,
    },
  },
});
/** With large text each button has a line of its own, Proceed above Back. */
export const buttons = style({
  display: 'flex',
  flexWrap: 'wrap-reverse',
  gap: space.x2,
  position: 'sticky',
  insetBlockEnd: 0,
  background: color.surface,
  // Beside the rest of the footer.
  '@media': { [media.low]: { gridColumn: 2, gridRow: '1 / span 2' } },
});
export const proceedButton = style({ flex: '1 1 8rem', minInlineSize: 0 });

export const summary = style({ fontSize: size.small, '@media': { [media.keyboard]: { display: 'none' } } });
export const summaryRow = style({
  ...flexRow,
  flexWrap: 'wrap',
  columnGap: space.x2,
  minBlockSize: touch,
  fontWeight: weight.strong,
  selectors: { 'summary&': { cursor: 'pointer' } },
});
export const summaryLine = style({ flex: 1, minInlineSize: 0, overflowWrap: 'anywhere' });
export const chevron = style({
  flex: 'none',
  marginInlineStart: 'auto',
  color: color.inkSoft,
  transition: `rotate ${motion.quick}`,
  selectors: { '[open] > summary > &': { rotate: '180deg' } },
});
/** Keeps its line, so that nothing moves when it is empty. */
export const blocker = style({ color: color.inkSoft, minBlockSize: '1lh' });
export const muted = style({ color: color.inkSoft, fontWeight: weight.body });
export const list = style({
  gridColumn: '1 / -1',
  display: 'grid',
  gap: space.x2,
  maxBlockSize: '30dvh',
  overflowY: 'auto',
});
export const line = style({ ...wrappingRow, columnGap: space.x2 });
export const labelPart = style({ display: 'inline-flex', alignItems: 'center', columnGap: space.x2 });

/** Options to tap: crest and name. */
export const optionGrid = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(5.75rem, 1fr))',
  gap: space.x2,
});
/** The height of the ten options before a search: search results move nothing below. */
export const found = style({
  display: 'grid',
  gap: space.x4,
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  minBlockSize: '22rem',
  '@media': { [media.wide]: { minBlockSize: '13.5rem' } },
});
export const optionButton = style({
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'start',
  gap: space.x1,
  inlineSize: '100%',
  blockSize: '100%',
  minBlockSize: '5.25rem',
  padding: space.x2,
  borderRadius: radius.control,
  border: `1.5px solid ${color.line}`,
  background: color.surface,
  fontSize: size.small,
  lineHeight: 1.25,
  textAlign: 'center',
  transition: `border-color ${motion.quick}, background ${motion.quick}`,
  selectors: {
    '&[aria-pressed="true"]': {
      borderColor: color.action,
      background: color.raised,
      fontWeight: weight.strong,
    },
    '&:disabled': { opacity: 0.5 },
  },
  '@media': { [media.hover]: { selectors: { '&:hover:not(:disabled)': { borderColor: color.edge } } } },
});

/** Options that are typed: a numbered line each. */
export const optionLines = style({ display: 'grid', gap: space.x2 });
export const optionLine = style({
  display: 'grid',
  gridTemplateColumns: '1.5rem minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: space.x2,
  minBlockSize: '3.25rem',
  overflowWrap: 'anywhere',
  selectors: { '&:not(:last-child):not([data-open])': { borderBlockEnd: `1px solid ${color.line}` } },
});
/** A line without a button at its end. */
export const wideLine = style({ gridTemplateColumns: '1.5rem minmax(0, 1fr)' });
export const lineNumber = style({
  color: color.inkSoft,
  fontWeight: weight.strong,
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'center',
});
export const emptyLine = style({
  minBlockSize: '3.25rem',
  border: `1.5px dashed ${color.edge}`,
  borderRadius: radius.control,
  background: 'none',
});

/** The match being built: home, then away. */
export const matchDraft = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto minmax(0, 1fr)',
  alignItems: 'center',
  gap: space.x2,
  padding: space.x3,
  borderRadius: radius.card,
  background: color.sunken,
  textAlign: 'center',
  selectors: { '&[data-added]': { gridTemplateColumns: 'minmax(0, 1fr)', minBlockSize: '6rem' } },
  '@media': {
    [media.keyboard]: {
      paddingBlock: space.x1,
      selectors: { '&[data-added]': { rowGap: 0, minBlockSize: '4.25rem' } },
    },
  },
});
export const added = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  alignItems: 'center',
  gap: space.x2,
  fontWeight: weight.strong,
});
export const matchSide = style({
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  gap: space.x1,
  minBlockSize: '4.5rem',
  fontWeight: weight.strong,
  selectors: { '&[data-empty]': { color: color.inkSoft, fontWeight: weight.body } },
  '@media': { [media.keyboard]: { minBlockSize: '3.75rem' } },
});
export const crests = style({ display: 'flex', justifyContent: 'center', gap: space.x1 });
export const versus = style({ color: color.inkSoft, fontSize: size.small });

export const matches = style({ display: 'grid', gap: space.x2 });
export const match = style({
  display: 'grid',
  gap: space.x2,
  padding: space.x3,
  borderRadius: radius.control,
  border: `1px solid ${color.line}`,
  background: color.surface,
});
export const pair = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto auto',
  alignItems: 'center',
  gap: space.x1,
});
export const names = style({
  ...wrappingRow,
  gap: space.x2,
  minInlineSize: 0,
});

/** One row however many there are, with its height reserved before the first: what is below is tapped and must not move. */
export const chips = style({
  display: 'flex',
  gap: space.x2,
  minBlockSize: touch,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  selectors: { '&:empty': { border: `1.5px dashed ${color.edge}`, borderRadius: radius.round } },
});
export const chip = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space.x2,
  minBlockSize: touch,
  paddingInline: `${space.x2} ${space.x3}`,
  borderRadius: radius.round,
  background: color.action,
  color: color.onAction,
  fontSize: size.small,
  fontWeight: weight.medium,
  whiteSpace: 'nowrap',
  // First member of an unfinished pair.
  selectors: {
    '&[data-incomplete]': { background: 'none', color: color.ink, border: `1.5px dashed ${color.edge}` },
  },
});

export const collapsible = style({
  borderRadius: radius.control,
  border: `1px solid ${color.line}`,
  background: color.surface,
  paddingInline: space.x3,
});
export const collapsibleBody = style({ display: 'grid', gap: space.x4, paddingBlockEnd: space.x4 });
export const optionPicture = style({
  ...wrappingRow,
  justifyContent: 'space-between',
  gap: space.x2,
  overflowWrap: 'anywhere',
});
export const failure = style({ color: color.missed });
export const ready = style({
  display: 'grid',
  justifyItems: 'center',
  textAlign: 'center',
  gap: space.x2,
  paddingBlock: space.x4,
});
export const geresh = style({ fontSize: '4rem', lineHeight: 1 });

/** A stored draft: its type's picture, its title beside it, and its content below. */
export const kept = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'center',
  gap: space.x3,
  padding: space.x4,
  borderRadius: radius.card,
  border: `1px solid ${color.line}`,
  background: color.surface,
});
export const keptText = style({ display: 'grid', gap: space.x1, overflowWrap: 'anywhere' });

export const types = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(9rem, 1fr))',
  gap: space.x3,
});
export const type = style([
  optionButton,
  { gap: space.x2, paddingBlock: space.x4, borderRadius: radius.card, alignContent: 'start' },
]);
export const typeIcon = style({ inlineSize: 'min(4rem, 20vw)', color: color.action });
globalStyle(`${typeIcon} svg`, { inlineSize: '100%', blockSize: 'auto', strokeWidth: 1.75 });
export const typeName = style({ fontSize: size.lead, fontWeight: weight.strong });
