import { globalStyle, style } from '@vanilla-extract/css';
import { weight } from '#theme/tokens.css.ts';

/** Black on white whatever the theme is, and nothing else of the page. */
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
// An open dialog locks the page's scrolling, and the theme colours the page.
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
  // Fixed layout: the browser need not measure thousands of cells to size the columns.
  tableLayout: 'fixed',
  marginBlockEnd: '6mm',
});
/** Each round starts on a page of its own. */
export const round = style({ breakBefore: 'page' });
/** Repeated on each page that the grid spans. */
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
/** Isolated by a box from the digit or points beside it. */
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
  // On both sides, because the points may be in either direction.
  marginInline: '1.2mm',
  fontSize: '7pt',
  whiteSpace: 'nowrap',
});
export const nameColumn = style({ inlineSize: '30mm' });
export const figureColumn = style({ inlineSize: '12mm' });
