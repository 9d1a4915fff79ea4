import { Suspense } from 'react';
import { useMe } from '#screens/app-context.tsx';
import { InstallInvitation } from './InstallInvitation.tsx';
import { PushInvitation } from './PushInvitation.tsx';

/** What is offered after a bet was saved: at most one on a visit (machines/install-invitation.ts). */
export function Invitations() {
  const me = useMe();
  return (
    <Suspense>
      {me && <PushInvitation member={me.id} />}
      {me && <InstallInvitation />}
    </Suspense>
  );
}
