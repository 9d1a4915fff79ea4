import { useSelector } from '@xstate/react';
import { useAppChild } from '#screens/app-context.tsx';
import { OfflineNotice } from '#ui/shell/OfflineNotice.tsx';

/** Offline notice with the number of picks that wait for a connection. */
export function OfflineBanner() {
  const offline = useSelector(useAppChild('connection'), (snapshot) => snapshot.hasTag('offline'));
  const waiting = useSelector(useAppChild('bets'), ({ context }) => context.waitingItems.length);
  return <OfflineNotice shown={offline} waiting={waiting} />;
}
