import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { useApp } from '#screens/app-context.tsx';
import { Outdated } from '#screens/app-update/Outdated.tsx';
import { UpdateNotice } from '#screens/app-update/UpdateNotice.tsx';
import { provideAppUpdate } from './app-update-ports.ts';

/** New versions of the app, and the service worker that stores this one; no screen waits for it. */
export function AppUpdate({ loadMessages }: { loadMessages: () => Promise<void> }) {
  const app = useApp();
  const outdated = useSelector(app, (snapshot) => snapshot.matches({ data: 'outdated' }));
  const [logic] = useState(() => provideAppUpdate(app, loadMessages));
  const update = useActorRef(logic);
  return outdated ? <Outdated update={update} /> : <UpdateNotice update={update} />;
}
