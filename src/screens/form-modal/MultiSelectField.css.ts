import { style } from '@vanilla-extract/css';
import { color, space } from '#theme/tokens.css.ts';
import { box } from '#ui/form/Field.css.ts';

export const field = style({ display: 'flex', alignItems: 'center', gap: space.x1 });

/** Looks like a text field; opens the sheet. */
export const openButton = style([
  box,
  {
    flex: 1,
    justifyContent: 'space-between',
    minInlineSize: 0,
    textAlign: 'start',
    selectors: {
      '&[data-empty]': { color: color.inkSoft },
      '&:disabled': { background: color.sunken, borderColor: color.line, color: color.inkSoft },
      '&[data-invalid]': { borderColor: color.missed, background: color.missedSoft },
    },
  },
]);

export const sheet = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.x3,
  minBlockSize: 0,
});
export const rows = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.x2,
  maxBlockSize: '55dvh',
  overflowY: 'auto',
});
