import { useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react';

/**
 * A part whose code comes when it is first drawn, and `waiting` in its place until then. React's own `lazy` holds what
 * had to be waited for back for 300 ms, once more for every part within a part. What cannot come is the error
 * boundary's to tell of, and is asked for again by the next one drawn.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting?: (props: Props) => ReactNode,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  return function Late(props: Props) {
    const [failed, setFailed] = useState<{ readonly error: unknown } | null>(null);
    const [, setLoaded] = useState(Loaded !== null);
    useLayoutEffect(() => {
      if (Loaded !== null) return setLoaded(true);
      const take = (part: ComponentType<Props>) => {
        Loaded = part;
        setLoaded(true);
      };
      void load().then(take, (error: unknown) => setFailed({ error }));
    }, []);
    if (failed) throw failed.error;
    return Loaded === null ? waiting?.(props) : <Loaded {...props} />;
  };
}
