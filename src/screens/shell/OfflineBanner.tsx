import { useSelector } from '@xstate/react';
import { useApp, useAppChild, useIsHydrated } from '#screens/app-context.tsx';
import { OfflineNotice } from '#ui/shell/OfflineNotice.tsx';

export const useIsOffline = (): boolean =>
  useSelector(useAppChild('connection'), (snapshot) => snapshot.hasTag('offline'));

/** Notice that the device is offline, or that picks wait for a server that does not answer. */
export function OfflineBanner() {
  const offline = useIsOffline();
  const bets = useSelector(useApp(), ({ context }) => context.bets);
  const waiting = useSelector(bets ?? undefined, (snapshot) => snapshot?.context.waitingItems.length ?? 0);
  const isHydrated = useIsHydrated();
  return <OfflineNotice offline={isHydrated && offline} waiting={isHydrated ? waiting : 0} />;
}
