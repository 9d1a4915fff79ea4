import { assignVars, createGlobalVar, globalStyle } from '@vanilla-extract/css';
import './fonts.css.ts';
import { color, lightColors, font, media, darkColors, radius, size } from './tokens.css.ts';

const lightVars = assignVars(color, lightColors);
const darkVars = assignVars(color, darkColors);

globalStyle(':root, [data-theme="light"]', { vars: lightVars, colorScheme: 'light' });
globalStyle(':root:not([data-theme="light"])', {
  '@media': { [media.night]: { vars: darkVars, colorScheme: 'dark' } },
});
globalStyle('[data-theme="dark"], :root[data-theme="dark"]', { vars: darkVars, colorScheme: 'dark' });

globalStyle('*, *::before, *::after', { boxSizing: 'border-box', margin: 0 });

globalStyle('html', {
  fontFamily: font,
  fontSize: '100%',
  lineHeight: 1.5,
  WebkitTextSizeAdjust: '100%',
  textSizeAdjust: '100%',
  // All digits have the same width.
  fontVariantNumeric: 'tabular-nums',
  scrollbarColor: `${color.edge} transparent`,
  WebkitTapHighlightColor: 'transparent',
});

globalStyle('body, [data-theme]', { color: color.ink, background: color.wall });

globalStyle('body', {
  minBlockSize: '100dvh',
  overflowWrap: 'anywhere',
  WebkitFontSmoothing: 'antialiased',
});

globalStyle('h1, h2, h3, h4', { fontSize: size.body, lineHeight: 1.25, textWrap: 'balance' });
// Icons do not overflow by themselves: no clipping is needed for each.
globalStyle('svg', { overflow: 'visible' });
// A name is aligned with the start of the page's lines, whatever its own direction.
globalStyle('bdi', { textAlign: ['-webkit-match-parent', 'match-parent'] });
globalStyle('ul, ol', { listStyle: 'none', padding: 0 });
globalStyle('img, svg, picture', { display: 'block', maxInlineSize: '100%' });
globalStyle('button, input, textarea, select', {
  font: 'inherit',
  color: 'inherit',
  letterSpacing: 'inherit',
});
globalStyle('button', {
  background: 'none',
  border: 0,
  padding: 0,
  cursor: 'pointer',
  touchAction: 'manipulation',
});
globalStyle('button:disabled, [aria-disabled="true"]', { cursor: 'default' });
globalStyle('a', { color: 'inherit', textUnderlineOffset: '0.2em' });
globalStyle('fieldset', { border: 0, padding: 0, minInlineSize: 0 });
globalStyle('legend', { padding: 0 });
globalStyle('table', { borderCollapse: 'collapse', borderSpacing: 0 });
globalStyle('[hidden]', { display: 'none !important' });

// One focus ring for all controls. Ink, never `mine`.
globalStyle(':focus-visible', {
  outline: `2.5px solid ${color.ink}`,
  outlineOffset: '2px',
  borderRadius: radius.small,
});
globalStyle(':focus:not(:focus-visible)', { outline: 'none' });

globalStyle('::selection', { background: color.ink, color: color.wall });
globalStyle('::placeholder', { color: color.inkSoft, opacity: 1 });

// Registered as not inherited: what a sheet sets on the body (the width of its scroll bar, and no pointer events, which the
// backdrop blocks anyway) would otherwise recompute the style of the whole page.
createGlobalVar('removed-body-scroll-bar-size', { syntax: '<length>', inherits: false, initialValue: '0px' });
globalStyle('#root', { pointerEvents: 'auto' });

// The copy made by `ExitAnimation` keeps the state it had.
globalStyle('[data-leaving] *', { animation: 'none !important', transition: 'none !important' });

globalStyle('*, *::before, *::after', {
  '@media': {
    [media.calm]: {
      animationDuration: '0.01ms !important',
      animationDelay: '0s !important',
      animationIterationCount: '1 !important',
      // However short, a transition of `all` would spread a new colour down one element a frame.
      transition: 'none !important',
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its type knows no !important
      scrollBehavior: 'auto !important' as 'auto',
    },
  },
});
