import { style } from '@vanilla-extract/css';
import { flexColumn, safeArea } from '#theme/logical.ts';
import { color, motion, radius, size, space } from '#theme/tokens.css.ts';

/** Without a box: pictures are laid out between the messages and the line, which keeps its place. */
export const container = style({ display: 'contents' });
const part = {
  flex: 'none',
  paddingInline: space.x3,
  borderBlockStart: `1px solid ${color.line}`,
  background: color.surface,
};
const over = { [`${container}[data-over] > &`]: { background: color.sunken } };
export const pictures = style({
  ...part,
  paddingBlockStart: space.x2,
  selectors: { '&:empty': { display: 'none' }, ...over },
});
export const line = style({
  ...part,
  display: 'flex',
  alignItems: 'flex-end',
  gap: space.x2,
  paddingBlock: `${space.x2} calc(${space.x2} + ${safeArea.bottom})`,
  selectors: { [`${pictures}:not(:empty) + &`]: { borderBlockStartColor: 'transparent' }, ...over },
});

export const box = style({
  flex: 1,
  minInlineSize: 0,
  ...flexColumn,
  background: color.wall,
  border: `1.5px solid ${color.edge}`,
  borderRadius: radius.card,
  transition: `border-color ${motion.quick}`,
  selectors: { '&:focus-within': { borderColor: color.ink, boxShadow: `0 0 0 1px ${color.ink}` } },
});
/** Grows to five lines, then scrolls. */
export const area = style({
  inlineSize: '100%',
  minBlockSize: '2.6rem',
  maxBlockSize: `calc(5 * 1.4em + 2 * ${space.x2})`,
  paddingBlock: space.x2,
  paddingInline: space.x4,
  border: 0,
  background: 'none',
  resize: 'none',
  fieldSizing: 'content',
  lineHeight: 1.4,
  textAlign: 'start',
  selectors: { '&:focus-visible': { outline: 'none' } },
});
export const count = style({
  alignSelf: 'flex-end',
  paddingInline: space.x4,
  paddingBlockEnd: space.x1,
  color: color.inkSoft,
  fontSize: size.tiny,
});
