import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { visuallyHiddenStyle } from '#theme/logical.ts';
import { size, space, weight } from '#theme/tokens.css.ts';

export const visuallyHidden = style(visuallyHiddenStyle);

export const stack = style({ display: 'flex', flexDirection: 'column', minInlineSize: 0 });
/** Hides what is below a part that is still loading, so that nothing moves when that is loaded. */
export const inOrder = style({});
globalStyle(`${inOrder} > :has([data-skeleton]) ~ *`, { display: 'none' });
export const row = style({ display: 'flex', alignItems: 'center', minInlineSize: 0 });
export const wrap = style({ flexWrap: 'wrap' });
export const between = style({ justifyContent: 'space-between' });
export const gaps = styleVariants(space, (gap) => ({ gap }));

export const headings = styleVariants({
  display: { fontSize: size.display, fontWeight: weight.black, lineHeight: 1.1, letterSpacing: '-0.01em' },
  title: { fontSize: size.title, fontWeight: weight.heavy, lineHeight: 1.2 },
  lead: { fontSize: size.lead, fontWeight: weight.strong },
});
