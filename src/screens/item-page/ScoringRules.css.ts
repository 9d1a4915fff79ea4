import { style } from '@vanilla-extract/css';
import { color, space, weight } from '#theme/tokens.css.ts';

export const lines = style({ display: 'grid' });
export const line = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(min-content, 1fr) fit-content(60%)',
  alignItems: 'baseline',
  columnGap: `min(${space.x4}, 5vw)`,
  paddingBlock: space.x2,
  overflowWrap: 'break-word',
  selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } },
});
export const worth = style({
  textAlign: 'end',
  fontWeight: weight.strong,
  fontVariantNumeric: 'tabular-nums',
});
export const name = style({ selectors: { '& + &::before': { content: ' · ' } } });
