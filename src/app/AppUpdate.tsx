import { useActorRef, useSelector } from '@xstate/react';
import { useState, type ComponentType } from 'react';
import { useBusy } from '#screens/actor-hooks.ts';
import { useApp } from '#screens/app-context.tsx';
import { Outdated } from '#screens/app-update/Outdated.tsx';
import { UpdateNotice } from '#screens/app-update/UpdateNotice.tsx';
import { provideAppUpdate } from './app-update-ports.ts';
import type { ShellRouter } from './native-shell-ports.ts';

/** New versions of the app, and the service worker that stores this one; no screen waits for it. */
function WebUpdate({ loadMessages }: { loadMessages: () => Promise<void> }) {
  const app = useApp();
  const outdated = useSelector(app, (snapshot) => snapshot.matches({ data: 'outdated' }));
  const [logic] = useState(() => provideAppUpdate(app, loadMessages));
  const update = useActorRef(logic);
  const busy = useBusy(update);
  return outdated ? (
    <Outdated busy={busy} onUpdate={() => update.send({ type: 'update.apply' })} />
  ) : (
    <UpdateNotice update={update} />
  );
}

/** What cares for new versions: on a phone the native shell, with all else that it does. */
export const loadAppUpdate = async (): Promise<
  ComponentType<{ loadMessages: () => Promise<void>; router: ShellRouter }>
> => (window.Capacitor?.isNativePlatform() ? (await import('./NativeShell.tsx')).NativeShell : WebUpdate);
