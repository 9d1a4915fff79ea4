import { useSyncExternalStore } from 'react';
import { media } from '#theme/tokens.css.ts';

/**
 * Whether a media query matches, for structure that CSS cannot switch; `drawnWith` is the value used when
 * the build prerenders a page, without a window.
 */
function mediaHook(query: string, drawnWith: boolean): () => boolean {
  const list = () => window.matchMedia(query);
  const subscribe = (changed: () => void) => {
    const current = list();
    current.addEventListener('change', changed);
    return () => current.removeEventListener('change', changed);
  };
  return () =>
    useSyncExternalStore(
      subscribe,
      () => list().matches,
      () => drawnWith,
    );
}

/** Whether there is space for two columns. */
export const useIsDesktop = mediaHook(media.desk, false);
/** Whether there is space for one pane beside the main column; and for all panes. */
export const useHasPanes = mediaHook(media.panes, true);
export const useHasAllPanes = mediaHook(media.allPanes, false);
