import { useSelector } from '@xstate/react';
import { useAppChild } from '#screens/kit.tsx';
import { OfflineNotice } from '#ui/OfflineStrip.tsx';

/** Offline notice with the number of picks that wait for a connection. */
export function OfflineBanner() {
  const offline = useSelector(useAppChild('connection'), (snapshot) => snapshot.hasTag('offline'));
  const waiting = useSelector(useAppChild('bets'), ({ context }) => context.waiting.length);
  return <OfflineNotice shown={offline} waiting={waiting} />;
}
