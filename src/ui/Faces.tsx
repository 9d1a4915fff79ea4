import { Fragment } from 'react';
import { Crest } from './Crest.tsx';
import * as css from './Faces.css.ts';
import { cx } from './cx.ts';

type Face = { readonly name: string; readonly image?: string | null };
/** Somebody or something to bet on; of a pair, `data` has both. */
export type Named = Face & { readonly data?: readonly Face[] };

const facesOf = ({ data = [], ...one }: Named): readonly Face[] => (data.length > 1 ? data : [one]);

/** One face, or a pair's two. Only seen: the names stand beside them. */
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

/** One name, or a pair's two, each in its own direction; `stacked` where there is more height than width. */
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
