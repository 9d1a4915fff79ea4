import { keyframes, style } from '@vanilla-extract/css';
import { color, media, motion, radius, size, space, touch, weight } from '#theme/tokens.css.ts';

const dropAnimation = keyframes({ from: { background: color.line, scale: '1.02' } });

export const group = style({
  position: 'relative',
  // Layout changes stay within the group; a group that shifts is not repainted.
  contain: 'layout style',
  transform: 'translate(0)',
  display: 'grid',
  alignContent: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.x2,
  padding: space.x3,
  borderRadius: radius.card,
  border: `1.5px solid ${color.line}`,
  background: color.surface,
  transition: `border-color ${motion.quick}`,
  selectors: {
    '&[data-target]': { borderColor: color.edge },
    // The group of the item in hand is above all others.
    '&[data-source]': { zIndex: 2 },
  },
});
export const dropZone = style({ display: 'grid', gap: space.x2 });
export const title = style({ fontSize: size.small, fontWeight: weight.medium, color: color.inkSoft });
export const items = style({ display: 'grid', gap: space.x2 });
export const row = style({ position: 'relative', minInlineSize: 0 });

export const item = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: space.x2,
  inlineSize: '100%',
  minBlockSize: touch,
  paddingInline: `${space.x3} ${space.x2}`,
  paddingBlock: space.x1,
  borderRadius: radius.control,
  border: `1.5px solid ${color.line}`,
  background: color.raised,
  fontWeight: weight.medium,
  lineHeight: 1.25,
  textAlign: 'start',
  cursor: 'grab',
  userSelect: 'none',
  WebkitTouchCallout: 'none',
  // Scrolled into view clear of the toolbar.
  scrollMarginBlock: `${space.x12} 9rem`,
  selectors: {
    '&:focus-visible': { borderRadius: radius.control },
    '&[data-held]': {
      zIndex: 2,
      borderColor: color.action,
      boxShadow: color.float,
      opacity: 0.92,
      // On its own layer: dragging repaints nothing below it.
      willChange: 'translate',
      cursor: 'grabbing',
    },
    '&[data-swap]': { borderColor: color.action, borderStyle: 'dashed', background: color.sunken },
    '&[data-dropped]': { animation: `${dropAnimation} ${motion.slow} ${motion.out}` },
  },
  '@media': { [media.hover]: { selectors: { '&:hover:not([data-held])': { borderColor: color.edge } } } },
});
export const crests = style({ display: 'flex', gap: space.x1 });
export const names = style({ minInlineSize: 0 });
export const grip = style({ color: color.edge });

/** Drop indicator between two rows; moves neither. */
export const dropIndicator = style({
  position: 'absolute',
  zIndex: 1,
  insetInline: `calc(-1 * ${space.x2})`,
  insetBlockStart: `calc(${space.x2} / -2 - 2px)`,
  blockSize: '4px',
  borderRadius: radius.round,
  background: color.action,
  scrollMarginBlock: `${space.x12} 9rem`,
  selectors: {
    '&[data-end]': { insetBlockStart: 'auto', insetBlockEnd: `calc(${space.x2} / -2 - 2px)` },
  },
});

export const empty = style({
  display: 'grid',
  placeItems: 'center',
  minBlockSize: touch,
  borderRadius: radius.control,
  border: `1.5px dashed ${color.edge}`,
  color: color.inkSoft,
  fontSize: size.small,
});
