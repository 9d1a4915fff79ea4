import { useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react';

/** `preload` loads the code without rendering it; it rejects as `load` does, and may then be called again. */
export type LazyComponent<Props> = ((props: Props) => ReactNode) & { preload(): Promise<void> };

/** The app's code could not be fetched: there is no connection, or a new release has replaced the files. */
export class ChunkLoadError extends Error {}

/** Components whose code is not loaded. */
const notLoaded = new Set<() => Promise<void>>();

/**
 * Component whose code is loaded when it is first rendered, or ahead of it, with `fallback` in its place until then.
 * React's own `lazy` adds 300 ms, again for each one nested. A failed load throws a `ChunkLoadError` to the error
 * boundary, and the next mount tries again.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: (props: Props) => ReactNode,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | null = null;
  const preload = async () => {
    try {
      Loaded ??= await load();
    } catch (cause) {
      throw new ChunkLoadError('code not loaded', { cause });
    }
    notLoaded.delete(preload);
  };
  notLoaded.add(preload);
  function Lazy(props: Props) {
    const [failed, setFailed] = useState<{ readonly error: unknown } | null>(null);
    const [, setLoaded] = useState(Loaded !== null);
    useLayoutEffect(() => {
      void preload().then(
        () => setLoaded(true),
        (error: unknown) => setFailed({ error }),
      );
    }, []);
    if (failed) throw failed.error;
    return Loaded === null ? fallback?.(props) : <Loaded {...props} />;
  }
  return Object.assign(Lazy, { preload });
}

/** Loads the code of every component, one by one, each after `idle`; rejects at the first one that fails. */
export async function preloadAll(idle: () => Promise<void>): Promise<void> {
  // A loaded module may add more.
  for (;;) {
    const [next] = notLoaded;
    if (!next) return;
    await idle();
    await next();
  }
}
