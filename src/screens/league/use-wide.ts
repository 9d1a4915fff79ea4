import { useSyncExternalStore } from 'react';
import { media } from '#theme/tokens.css.ts';

const desk = () => window.matchMedia(media.desk);

function watch(changed: () => void): () => void {
  const query = desk();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Is there room for two columns? For what is drawn once or twice, which a style alone cannot say. */
export const useWide = (): boolean => useSyncExternalStore(watch, () => desk().matches);
