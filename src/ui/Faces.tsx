import { Fragment } from 'react';
import { Crest } from './Crest.tsx';
import * as css from './Faces.css.ts';
import { cx } from './cx.ts';

type Face = { readonly name: string; readonly image?: string | null };
/** An option; a pair has its two members in `data`. */
export type Named = Face & { readonly data?: readonly Face[] };

const facesOf = ({ data = [], ...one }: Named): readonly Face[] => (data.length > 1 ? data : [one]);

/** An option's crest, or a pair's two. Decorative: the names stand beside them. */
export function Faces({ of, size = 'normal' }: { of: Named; size?: 'small' | 'normal' | 'large' }) {
  const [first, second] = facesOf(of);
  if (!first) return null;
  const crest = (face: Face) => <Crest name={face.name} image={face.image ?? null} size={size} />;
  if (!second) return crest(first);
  return (
    <span className={css.pair}>
      {crest(first)}
      <span className={css.second}>{crest(second)}</span>
    </span>
  );
}

/** An option's name, or a pair's two, each bidi-isolated; `stacked` on two lines. */
export function Names({ of, stacked = false }: { of: Named; stacked?: boolean }) {
  return (
    <span className={cx(css.names, stacked && css.stacked)}>
      {facesOf(of).map(({ name }, at) => (
        <Fragment key={at}>
          {at > 0 && <span className={css.plus}>+</span>}
          <bdi className={css.one}>{name}</bdi>
        </Fragment>
      ))}
    </span>
  );
}
