import { useActorRef, useSelector } from '@xstate/react';
import { useState, type ComponentType } from 'react';
import { useBusy } from '#screens/actor-hooks.ts';
import { useApp } from '#screens/app-context.tsx';
import { Outdated } from '#screens/app-update/Outdated.tsx';
import { UpdateNotice } from '#screens/app-update/UpdateNotice.tsx';
import { provideAppUpdate } from './app-update-ports.ts';
import type { ShellRouter } from './native-shell-ports.ts';

/** The update notice; its actor also registers the service worker. Loaded after the first screen. */
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

/** Loads the component that handles updates: in the native shell, the one that also connects the phone. */
export const loadAppUpdate = async (): Promise<
  ComponentType<{ loadMessages: () => Promise<void>; router: ShellRouter }>
> => (window.Capacitor?.isNativePlatform() ? (await import('./NativeShell.tsx')).NativeShell : WebUpdate);
