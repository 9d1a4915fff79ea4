import { globalStyle, style } from '@vanilla-extract/css';
import { wrappingRow } from '#theme/logical.ts';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

const digits = 'ui-monospace, "SF Mono", "DejaVu Sans Mono", Menlo, monospace';

export const own = style({ textAlign: 'center' });
export const quiet = style({ color: color.inkSoft, fontSize: size.small, textWrap: 'balance' });
export const summary = style({
  cursor: 'pointer',
  minBlockSize: '1.5rem',
  color: color.inkSoft,
  fontSize: size.small,
});
export const short = style({ fontFamily: digits, color: color.ink, userSelect: 'all' });
export const code = style({
  display: 'block',
  fontFamily: digits,
  fontSize: size.tiny,
  overflowWrap: 'anywhere',
  textAlign: 'start',
  userSelect: 'all',
});
export const head = style({
  ...wrappingRow,
  justifyContent: 'space-between',
  gap: space.x2,
});
export const match = style({ color: color.won, fontWeight: weight.strong });
export const wrong = style({ color: color.missed, fontWeight: weight.medium });
export const names = style({ display: 'flex', flexWrap: 'wrap', columnGap: space.x3 });
export const seals = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' });
export const seal = style({
  display: 'grid',
  gap: space.x1,
  paddingBlock: space.x2,
  selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } },
});
export const holder = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: space.x2,
});
export const script = style({
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  padding: space.x3,
  borderRadius: radius.control,
  background: color.sunken,
  fontFamily: digits,
  fontSize: size.tiny,
  textAlign: 'start',
});
globalStyle(`${own} > ${code}`, { textAlign: 'center' });
