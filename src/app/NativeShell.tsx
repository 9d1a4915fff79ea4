import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { useBusy } from '#screens/actor-hooks.ts';
import { useApp } from '#screens/app-context.tsx';
import { Outdated } from '#screens/app-update/Outdated.tsx';
import { StoreUpdateSheet } from '#screens/app-update/StoreUpdateSheet.tsx';
import { provideNativeShell, type ShellRouter } from './native-shell-ports.ts';
import { provideStoreUpdate } from './store-update-ports.ts';

/** Connects the page with the phone, and offers updates from the phone's store. */
export function NativeShell({ router }: { router: ShellRouter }) {
  const app = useApp();
  const [logic] = useState(() => ({
    shell: provideNativeShell(app, router),
    update: provideStoreUpdate(app, import.meta.env.APP_VERSION),
  }));
  useActorRef(logic.shell);
  const update = useActorRef(logic.update);
  const refused = useSelector(update, (snapshot) => snapshot.hasTag('refused'));
  const busy = useBusy(update);
  return refused ? (
    <Outdated busy={busy} onUpdate={() => update.send({ type: 'update.apply' })} />
  ) : (
    <StoreUpdateSheet update={update} />
  );
}
