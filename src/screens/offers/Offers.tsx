import { Suspense } from 'react';
import { useMe } from '#screens/app-context.tsx';
import { InstallOffer } from './InstallOffer.tsx';
import { PushOffer } from './PushOffer.tsx';

/** Offers after a bet was saved: at most one a visit (machines/install-offer.ts). */
export function Offers() {
  const me = useMe();
  return (
    <Suspense>
      {me && <PushOffer member={me.id} />}
      {me && <InstallOffer />}
    </Suspense>
  );
}
