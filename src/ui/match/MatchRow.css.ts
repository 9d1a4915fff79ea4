import { globalStyle, style } from '@vanilla-extract/css';
import { color, media, radius, size, space, weight } from '#theme/tokens.css.ts';

export const frame = style({ containerType: 'inline-size' });

export const match = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto minmax(0, 1fr)',
  alignItems: 'center',
  columnGap: space.x2,
  paddingBlock: '0.625rem',
});

/** Click target below everything: the names react to it, the cells are above it. */
export const open = style({
  position: 'absolute',
  inset: 0,
  borderRadius: radius.control,
  '@media': {
    [media.hover]: {
      selectors: { '&:hover': { background: `color-mix(in oklab, transparent 96%, ${color.ink})` } },
    },
  },
  selectors: { '&:focus-visible': { outlineOffset: '-2px', borderRadius: radius.control } },
});

export const side = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: '0.375rem',
  minInlineSize: 0,
  textAlign: 'center',
  pointerEvents: 'none',
  position: 'relative',
  '@container': {
    '(min-width: 26rem)': {
      flexDirection: 'row',
      gap: space.x3,
      textAlign: 'start',
      selectors: { '&[data-away]': { flexDirection: 'row-reverse', textAlign: 'end' } },
    },
  },
});

export const name = style({
  maxInlineSize: '100%',
  fontSize: size.small,
  fontWeight: weight.strong,
  lineHeight: 1.2,
  textWrap: 'balance',
  overflowWrap: 'break-word',
  '@container': { '(min-width: 26rem)': { fontSize: size.body } },
});

/** What takes no tap of its own opens the match. */
export const middle = style({
  position: 'relative',
  display: 'flex',
  justifyContent: 'center',
  gap: '0.375rem',
  pointerEvents: 'none',
});
globalStyle(`${middle} button`, { pointerEvents: 'auto' });
