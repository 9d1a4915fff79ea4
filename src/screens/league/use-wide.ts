import { useSyncExternalStore } from 'react';
import { media } from '#theme/tokens.css.ts';

const desk = () => window.matchMedia(media.desk);

function watch(changed: () => void): () => void {
  const query = desk();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether there is space for two columns. For structure that CSS cannot switch. */
export const useWide = (): boolean => useSyncExternalStore(watch, () => desk().matches);
