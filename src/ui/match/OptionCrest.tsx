import { Fragment } from 'react';
import { Crest } from './Crest.tsx';
import * as css from './OptionCrest.css.ts';
import { cx } from '#ui/primitives/cx.ts';

type Crested = { readonly name: string; readonly image?: string | null };
/** An option; a pair has its two members in `data`. */
export type OptionLike = Crested & { readonly data?: readonly Crested[] };

/** An option alone, or a pair's two. */
export const membersOf = ({ data = [], ...one }: OptionLike): readonly Crested[] =>
  data.length > 1 ? data : [one];

/** An option's crest, or a pair's two. Decorative: the names stand beside them. */
export function OptionCrest({
  of,
  size = 'normal',
}: {
  of: OptionLike;
  size?: 'small' | 'row' | 'normal' | 'large';
}) {
  const [first, second] = membersOf(of);
  if (!first) return null;
  const crest = (face: Crested) => <Crest name={face.name} image={face.image ?? null} size={size} />;
  if (!second) return crest(first);
  return (
    <span className={css.pair}>
      {crest(first)}
      <span className={css.second}>{crest(second)}</span>
    </span>
  );
}

/** An option's name, or a pair's two, each bidi-isolated; `stacked` on two lines. */
export function OptionName({ of, stacked = false }: { of: OptionLike; stacked?: boolean }) {
  return (
    <span className={cx(css.names, stacked && css.stacked)}>
      {membersOf(of).map(({ name }, at) => (
        <Fragment key={at}>
          {at > 0 && <span className={css.plus}>+</span>}
          <bdi className={css.one}>{name}</bdi>
        </Fragment>
      ))}
    </span>
  );
}
