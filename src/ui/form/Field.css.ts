import { style } from '@vanilla-extract/css';
import { flexColumn, flexRow, visuallyHiddenStyle } from '#theme/logical.ts';
import { color, media, motion, radius, size, space, weight } from '#theme/tokens.css.ts';

export const field = style({ ...flexColumn, gap: space.x2, minInlineSize: 0 });
export const head = style({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: space.x2,
});
export const hidden = style(visuallyHiddenStyle);
export const label = style({ fontSize: size.small, fontWeight: weight.strong });
export const aside = style({ fontSize: size.tiny, color: color.inkSoft });
export const hint = style({ fontSize: size.small, color: color.inkSoft, lineHeight: 1.4 });
export const error = style({
  display: 'flex',
  gap: space.x1,
  fontSize: size.small,
  fontWeight: weight.medium,
  lineHeight: 1.4,
  color: color.missed,
  selectors: { '&:empty': { display: 'none' } },
});

/** Box of a text control. */
export const box = style({
  ...flexRow,
  gap: space.x2,
  minBlockSize: '3.25rem',
  paddingInline: space.x4,
  background: color.surface,
  border: `1.5px solid ${color.edge}`,
  borderRadius: radius.control,
  transition: `border-color ${motion.quick}, box-shadow ${motion.quick}`,
  '@media': { [media.hover]: { selectors: { '&:hover': { borderColor: color.ink } } } },
  selectors: {
    '&:focus-within': { borderColor: color.ink, boxShadow: `0 0 0 1.5px ${color.ink}` },
    '&:has([aria-invalid="true"])': { borderColor: color.missed, background: color.missedSoft },
    '&:has([aria-invalid="true"]):focus-within': { boxShadow: `0 0 0 1.5px ${color.missed}` },
    '&:has(> input:disabled, > select:disabled, > textarea:disabled)': {
      background: color.sunken,
      borderColor: color.line,
      color: color.inkSoft,
    },
  },
});

export const control = style({
  flex: 1,
  minInlineSize: 0,
  minBlockSize: '3rem',
  border: 0,
  padding: 0,
  background: 'none',
  textAlign: 'start',
  selectors: {
    '&:focus-visible': { outline: 'none' },
    '&::-webkit-search-cancel-button': { display: 'none' },
  },
});

/** Codes: large and spaced. */
export const big = style({
  fontSize: size.display,
  fontWeight: weight.heavy,
  letterSpacing: '0.18em',
  textAlign: 'center',
  minBlockSize: '3.75rem',
});

export const area = style({
  minBlockSize: '6rem',
  paddingBlock: space.x3,
  resize: 'vertical',
  fieldSizing: 'content',
  maxBlockSize: '16rem',
});
export const affix = style({ display: 'inline-flex', color: color.inkSoft, flex: 'none' });
