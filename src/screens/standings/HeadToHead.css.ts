import { style } from '@vanilla-extract/css';
import { flexColumn, flexRow } from '#theme/logical.ts';
import { color, radius, size, space, weight } from '#theme/tokens.css.ts';

export const frame = style({
  ...flexColumn,
  gap: space.x3,
  padding: space.x4,
  borderRadius: radius.card,
  background: color.sunken,
});
export const lead = style({
  fontWeight: weight.heavy,
  lineHeight: 1.3,
  textAlign: 'center',
  textWrap: 'balance',
  selectors: { '&[data-lead="me"]': { color: color.mineInk } },
});
export const faces = style({ ...flexRow, gap: space.x3 });

/** The points of both as one bar, the caller's part at the inline start. */
export const share = style({ display: 'flex', flex: 1, gap: '3px', blockSize: '0.5rem' });
const part = { flexBasis: 0, borderRadius: radius.round };
export const mineShare = style({ ...part, background: color.mine });
export const theirShare = style({ ...part, background: color.edge });

export const counters = style({ ...flexColumn, containerType: 'inline-size' });
export const counter = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '1fr auto 1fr',
  alignItems: 'baseline',
  gap: space.x2,
  paddingBlock: space.x1,
  fontSize: size.small,
  color: color.inkSoft,
  selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } },
});
/** With large text it is placed above the values. */
export const counterName = style({
  '@container': { '(max-width: 13rem)': { gridRow: 1, gridColumn: '1 / -1', textAlign: 'center' } },
});
const value = {
  ...flexRow,
  gap: space.x1,
  fontSize: size.lead,
  fontWeight: weight.heavy,
  whiteSpace: 'nowrap',
} as const;
export const mine = style({ ...value, color: color.mineInk });
export const theirs = style({ ...value, justifyContent: 'flex-end', color: color.ink });
