import { useCallback, useState, useSyncExternalStore } from 'react';
import { media } from '#theme/tokens.css.ts';

/** Whether a media query matches. For structure that CSS cannot switch. */
function useMedia(query: string): boolean {
  const [list] = useState(() => window.matchMedia(query));
  const subscribe = useCallback(
    (changed: () => void) => {
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => list.matches);
}

/** Whether there is space for two columns. */
export const useIsDesktop = (): boolean => useMedia(media.desk);

/** Whether there is space for a pane beside the main column: for one, or for all of them. */
export function usePanes(): 'none' | 'one' | 'all' {
  const one = useMedia(media.panes);
  const all = useMedia(media.allPanes);
  return all ? 'all' : one ? 'one' : 'none';
}
