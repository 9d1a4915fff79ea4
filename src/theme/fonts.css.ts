import { globalFontFace } from '@vanilla-extract/css';
import hebrew from '@fontsource-variable/rubik/files/rubik-hebrew-wght-normal.woff2';
import latinExt from '@fontsource-variable/rubik/files/rubik-latin-ext-wght-normal.woff2';
import latin from '@fontsource-variable/rubik/files/rubik-latin-wght-normal.woff2';

// Rubik: a Hebrew face first, with round corners, weights up to 900 and tabular digits.
const face = (file: string, unicodeRange: string) => ({
  src: `url(${file}) format('woff2')`,
  fontWeight: '300 900',
  fontStyle: 'normal',
  fontDisplay: 'swap' as const,
  unicodeRange,
});

const hebrewRange = 'U+0307-0308, U+0590-05FF, U+200C-2010, U+20AA, U+25CC, U+FB1D-FB4F';
const latinRange =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD';
const latinExtRange =
  'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF';

globalFontFace('Rubik Variable', [
  face(latinExt, latinExtRange),
  face(latin, latinRange),
  // Includes the space, which is as wide as the Latin one: otherwise a browser shapes a line word by word.
  face(hebrew, `U+0020, ${hebrewRange}`),
]);

// Fallback fonts, scaled to Rubik's average letter width and metrics (measured on running text), so that
// loading Rubik shifts no line.
const fallbackFace = (fonts: string[], scale: number, unicodeRange: string) => ({
  src: fonts.map((name) => `local('${name}')`).join(', '),
  sizeAdjust: `${(scale * 100).toFixed(1)}%`,
  ascentOverride: `${(93.5 / scale).toFixed(1)}%`,
  descentOverride: `${(25 / scale).toFixed(1)}%`,
  lineGapOverride: '0%',
  unicodeRange,
});

globalFontFace('Rubik Fallback', [
  fallbackFace(['Noto Sans Hebrew', 'Arial Hebrew', 'Arial'], 0.962, hebrewRange),
  fallbackFace(['Arial', 'Helvetica Neue', 'Liberation Sans', 'Roboto'], 1.07, latinRange),
]);
