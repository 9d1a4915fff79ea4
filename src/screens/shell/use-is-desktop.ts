import { useSyncExternalStore } from 'react';
import { media } from '#theme/tokens.css.ts';

/** A hook that tells whether a media query matches. For structure that CSS cannot switch. */
function mediaHook(query: string): () => boolean {
  const list = () => window.matchMedia(query);
  const subscribe = (changed: () => void) => {
    const current = list();
    current.addEventListener('change', changed);
    return () => current.removeEventListener('change', changed);
  };
  return () => useSyncExternalStore(subscribe, () => list().matches);
}

/** Whether there is space for two columns. */
export const useIsDesktop = mediaHook(media.desk);
/** Whether there is space for a pane beside the main column; and for all of them. */
export const useHasPanes = mediaHook(media.panes);
export const useHasAllPanes = mediaHook(media.allPanes);
