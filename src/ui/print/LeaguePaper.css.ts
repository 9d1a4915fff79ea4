import { globalStyle, style } from '@vanilla-extract/css';
import { weight } from '#theme/tokens.css.ts';

/** On paper: black on white whatever the theme is, and nothing else of the page. */
const print = 'print';

export const paper = style({
  display: 'none',
  '@media': {
    [print]: {
      display: 'block',
      colorScheme: 'light',
      color: 'black',
      background: 'white',
      fontSize: '9pt',
      lineHeight: 1.3,
    },
  },
});
const page = `body:has(> ${paper})`;
globalStyle(`${page} > :not(${paper})`, { '@media': { [print]: { display: 'none !important' } } });
// A dialog that is open has locked the page's scroll, and the theme has coloured it.
globalStyle(`${page}, html:has(> ${page})`, {
  '@media': {
    [print]: {
      overflow: 'visible !important',
      blockSize: 'auto !important',
      margin: '0 !important',
      padding: '0 !important',
      background: 'white !important',
    },
  },
});

export const title = style({ fontSize: '16pt', fontWeight: weight.strong });
export const grid = style({
  inlineSize: '100%',
  borderCollapse: 'collapse',
  // The browser need not look at each of thousands of cells to know how wide a column is.
  tableLayout: 'fixed',
  marginBlockEnd: '6mm',
});
/** A round begins on a page of its own. */
export const round = style({ breakBefore: 'page' });
/** Repeated on each page that its grid takes. */
export const head = style({ display: 'table-header-group' });
export const running = style({ textAlign: 'start', fontWeight: weight.strong, paddingBlockEnd: '2mm' });
export const runningParts = style({ display: 'flex', justifyContent: 'space-between', gap: '4mm' });
export const line = style({ breakInside: 'avoid' });
const cell = style({ border: '0.5pt solid #999', padding: '0.6mm 1mm', verticalAlign: 'top' });
export const name = style([cell, { textAlign: 'start', fontWeight: 'normal', overflowWrap: 'anywhere' }]);
export const item = style([
  cell,
  { textAlign: 'center', fontWeight: weight.strong, overflowWrap: 'anywhere' },
]);
export const figure = style([cell, { textAlign: 'center', fontVariantNumeric: 'tabular-nums' }]);
export const strong = style({ fontWeight: weight.strong });
export const small = style({ display: 'block', fontSize: '7pt', fontWeight: 'normal' });
export const block = style({ display: 'block' });
/** Two digits in team order, on one line. */
export const score = style({ display: 'inline-flex', gap: '0.6mm', whiteSpace: 'nowrap' });
/** A box of its own: it is no part of the digit or the points beside it. */
export const digit = style({
  boxSizing: 'border-box',
  minInlineSize: '3.6mm',
  paddingInline: '0.5mm',
  border: '0.5pt solid #999',
  borderRadius: '0.6mm',
  textAlign: 'center',
  fontWeight: weight.strong,
  fontVariantNumeric: 'tabular-nums',
});
export const points = style({
  display: 'inline-block',
  // On both sides: a number has a direction of its own.
  marginInline: '1.2mm',
  fontSize: '7pt',
  whiteSpace: 'nowrap',
});
export const nameColumn = style({ inlineSize: '30mm' });
export const figureColumn = style({ inlineSize: '12mm' });
