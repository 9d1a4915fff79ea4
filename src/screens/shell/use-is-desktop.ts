import { useSyncExternalStore } from 'react';
import { media } from '#theme/tokens.css.ts';

const desktopQuery = () => window.matchMedia(media.desk);

function subscribe(changed: () => void): () => void {
  const query = desktopQuery();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether there is space for two columns. For structure that CSS cannot switch. */
export const useIsDesktop = (): boolean => useSyncExternalStore(subscribe, () => desktopQuery().matches);
