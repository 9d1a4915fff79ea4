import { keyframes, style } from '@vanilla-extract/css';
import { oneLine } from '#theme/logical.ts';
import { color, layer, motion, radius, size, space, weight } from '#theme/tokens.css.ts';

const rise = keyframes({ from: { opacity: 0, translate: '0 1rem' } });
const sink = keyframes({ to: { opacity: 0, translate: '0 1rem' } });

/** Sticks to the bottom edge, above the content. */
export const toolbar = style({
  position: 'sticky',
  insetBlockEnd: 0,
  zIndex: layer.sticky,
  gridColumn: '1 / -1',
  justifySelf: 'center',
  inlineSize: 'min(100%, 24rem)',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: space.x2,
  padding: space.x3,
  borderRadius: radius.card,
  border: `1px solid ${color.line}`,
  background: color.raised,
  boxShadow: color.float,
  animation: `${rise} ${motion.calm} ${motion.out}`,
  // Over the sheet of the wizard.
  selectors: { '&[data-leaving]': { zIndex: layer.sheet, animation: `${sink} ${motion.calm} forwards` } },
});
export const itemInfo = style({ display: 'grid', paddingInlineStart: space.x1, lineHeight: 1.3 });
export const name = style({ ...oneLine, fontWeight: weight.heavy });
export const buttons = style({
  gridColumn: '1 / -1',
  display: 'grid',
  gridTemplateColumns: 'repeat(4, auto) minmax(0, 1fr)',
  alignItems: 'center',
  gap: space.x2,
  fontSize: size.small,
});
