import { useSelector } from '@xstate/react';
import { useApp, useAppChild, useIsHydrated } from '#screens/app-context.tsx';
import { OfflineNotice } from '#ui/shell/OfflineNotice.tsx';

export const useIsOffline = (): boolean =>
  useSelector(useAppChild('connection'), (snapshot) => snapshot.hasTag('offline'));

/** Offline notice with the number of picks that wait for a connection. */
export function OfflineBanner() {
  const offline = useIsOffline();
  const bets = useSelector(useApp(), ({ context }) => context.bets);
  const waiting = useSelector(bets ?? undefined, (snapshot) => snapshot?.context.waitingItems.length ?? 0);
  const isHydrated = useIsHydrated();
  return <OfflineNotice shown={isHydrated && offline} waiting={waiting} />;
}
