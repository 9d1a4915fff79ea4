import { useSelector } from '@xstate/react';
import { useChild } from '#screens/kit.tsx';
import { OfflineStrip } from '#ui/OfflineStrip.tsx';

/** Says quietly that there is no connection, and how many picks wait for it. */
export function Strip() {
  const offline = useSelector(useChild('connection'), (snapshot) => snapshot.hasTag('offline'));
  const waiting = useSelector(useChild('bets'), ({ context }) => context.waiting.length);
  return <OfflineStrip shown={offline} waiting={waiting} />;
}
