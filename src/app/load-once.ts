/** Runs once, however often it is asked for. What failed (a chunk that could not be fetched) is tried again. */
export function loadOnce<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () =>
    (running ??= run().catch((error: unknown) => {
      running = null;
      throw error;
    }));
}
