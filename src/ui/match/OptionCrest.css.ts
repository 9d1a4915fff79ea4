import { style } from '@vanilla-extract/css';
import { color, radius } from '#theme/tokens.css.ts';

/** Pair: the second crest overlaps the first, with a rim between them. */
export const pair = style({ display: 'inline-flex', flex: 'none' });
export const second = style({
  display: 'inline-flex',
  marginInlineStart: '-0.625rem',
  borderRadius: radius.round,
  boxShadow: `0 0 0 2px ${color.surface}`,
});
/** Words wrap whole if a line has space for them. */
export const names = style({ minInlineSize: 0, overflowWrap: 'break-word' });
export const one = style({ display: 'inline-block', maxInlineSize: '100%' });
/** Long words break, so that they cover nothing beside them. */
export const stacked = style({ display: 'grid', justifyItems: 'inherit', overflowWrap: 'anywhere' });
/** Visually hidden where the names are stacked. */
export const plus = style({
  color: color.inkSoft,
  marginInline: '0.25em',
  fontWeight: 'normal',
  selectors: { [`${stacked} > &`]: { position: 'absolute', opacity: 0 } },
});
