import { useSelector } from '@xstate/react';
import { useChild } from '#screens/kit.tsx';
import { OfflineStrip } from '#ui/OfflineStrip.tsx';

/** Says quietly that there is no connection. */
export function Strip() {
  const connection = useChild('connection');
  const offline = useSelector(connection, (snapshot) => snapshot.hasTag('offline'));
  return <OfflineStrip shown={offline} />;
}
