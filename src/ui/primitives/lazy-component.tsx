import { useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react';

/**
 * Component whose code is loaded when it is first rendered, with `waiting` in its place until then. React's
 * own `lazy` adds 300 ms, again for each one nested. A failed load throws to the error boundary, and the next
 * mount tries again.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: (props: Props) => ReactNode,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  return function Late(props: Props) {
    const [failed, setFailed] = useState<{ readonly error: unknown } | null>(null);
    const [, setLoaded] = useState(Loaded !== null);
    useLayoutEffect(() => {
      if (Loaded !== null) return setLoaded(true);
      const setComponent = (part: ComponentType<Props>) => {
        Loaded = part;
        setLoaded(true);
      };
      void load().then(setComponent, (error: unknown) => setFailed({ error }));
    }, []);
    if (failed) throw failed.error;
    return Loaded === null ? fallback?.(props) : <Loaded {...props} />;
  };
}
