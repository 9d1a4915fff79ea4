import { style, styleVariants } from '@vanilla-extract/css';
import { paddingInline } from '#theme/logical.ts';
import { color, media, motion, radius, size, space, touch, weight } from '#theme/tokens.css.ts';

export const button = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  border: '1.5px solid transparent',
  borderRadius: radius.round,
  fontWeight: weight.strong,
  lineHeight: 1.2,
  textAlign: 'center',
  // Words do not break: the row around the button wraps instead.
  overflowWrap: 'break-word',
  textDecoration: 'none',
  transition: `background-color ${motion.quick}, border-color ${motion.quick}, scale ${motion.quick} ${motion.out}`,
  selectors: {
    '&:focus-visible': { borderRadius: radius.round },
    '&:active:not(:disabled, [aria-disabled="true"])': { scale: '0.97' },
    '&:disabled': { background: 'transparent', color: color.inkSoft, borderColor: color.line },
  },
});

const hover = (background: string) => ({
  '@media': {
    [media.hover]: { selectors: { '&:hover:not(:disabled, [aria-disabled="true"])': { background } } },
  },
});

export const tones = styleVariants({
  main: {
    background: color.action,
    color: color.onAction,
    ...hover(`color-mix(in oklab, ${color.action} 86%, ${color.surface})`),
  },
  quiet: {
    background: color.sunken,
    color: color.ink,
    borderColor: color.line,
    ...hover(`color-mix(in oklab, ${color.sunken} 88%, ${color.ink})`),
  },
  plain: { color: color.ink, ...hover(`color-mix(in oklab, transparent 92%, ${color.ink})`) },
  danger: {
    background: color.missedSoft,
    color: color.missed,
    borderColor: color.missed,
    ...hover(`color-mix(in oklab, ${color.missedSoft} 88%, ${color.missed})`),
  },
});

export const sizes = styleVariants({
  small: { minBlockSize: touch, fontSize: size.small, ...paddingInline(space.x4) },
  normal: { minBlockSize: '3.125rem', ...paddingInline(space.x6) },
  large: {
    minBlockSize: '3.75rem',
    fontSize: size.lead,
    fontWeight: weight.heavy,
    ...paddingInline(space.x8),
  },
});

export const full = style({ inlineSize: '100%' });
export const label = style({ display: 'inline-flex', alignItems: 'center', gap: space.x2 });
/** Invisible, but still the accessible name, unlike `visibility: hidden`. */
export const hidden = style({ opacity: 0 });
export const spinnerOverlay = style({
  position: 'absolute',
  inset: 0,
  display: 'grid',
  placeItems: 'center',
});
