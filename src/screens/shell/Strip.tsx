import { useSelector } from '@xstate/react';
import { useChild } from '#screens/kit.tsx';
import { OfflineStrip } from '#ui/OfflineStrip.tsx';

/** Offline notice with the number of picks that wait for a connection. */
export function Strip() {
  const offline = useSelector(useChild('connection'), (snapshot) => snapshot.hasTag('offline'));
  const waiting = useSelector(useChild('bets'), ({ context }) => context.waiting.length);
  return <OfflineStrip shown={offline} waiting={waiting} />;
}
