import { style } from '@vanilla-extract/css';
import { wholePage } from '#ui/shell/bar-sizes.ts';
import { flexColumn, flexRow } from '#theme/logical.ts';
import { color, size, space, weight } from '#theme/tokens.css.ts';

export const page = style({
  ...flexColumn,
  gap: space.x5,
  inlineSize: '100%',
  maxInlineSize: '26rem',
  marginInline: 'auto',
  paddingBlock: space.x6,
  minBlockSize: wholePage,
});

export const head = style({ display: 'flex', justifyContent: 'center' });
export const tagline = style({ textAlign: 'center', color: color.inkSoft, fontSize: size.lead });
/** The height of an invitation with its sender, before it is loaded; on a phone English takes one line more. */
export const invitation = style({
  display: 'grid',
  minBlockSize: '9rem',
  selectors: { '&[data-signed]': { minBlockSize: '11.25rem' } },
  '@media': {
    '(max-width: 25rem)': {
      selectors: {
        ':root:lang(en) &': { minBlockSize: '10.5rem' },
        ':root:lang(en) &[data-signed]': { minBlockSize: '12.75rem' },
      },
    },
  },
});
export const form = style({ display: 'block' });
export const socialLabel = style({ fontWeight: weight.strong, textAlign: 'center' });

export const divider = style({
  ...flexRow,
  gap: space.x3,
  color: color.inkSoft,
  paddingBlockEnd: space.x3,
  '::before': { content: '""', flex: 1, blockSize: 1, background: color.line },
  '::after': { content: '""', flex: 1, blockSize: 1, background: color.line },
});

export const resend = style({ ...flexColumn, alignItems: 'flex-end' });
export const failure = style({
  color: color.missed,
  fontSize: size.small,
  selectors: { '&:empty': { display: 'none' } },
});

/** The provider's own error text, for support. */
export const providerError = style({
  display: 'block',
  marginBlockStart: space.x2,
  color: color.inkSoft,
  fontSize: size.tiny,
  overflowWrap: 'anywhere',
});

/** Footer, at the bottom of the screen. */
export const footer = style({
  marginBlockStart: 'auto',
  ...flexColumn,
  alignItems: 'center',
  gap: space.x3,
  color: color.inkSoft,
  fontSize: size.tiny,
});

export const footerLink = style({
  display: 'grid',
  placeItems: 'center',
  minBlockSize: '2.75rem',
  paddingInline: space.x3,
  color: 'inherit',
  fontSize: size.small,
});
