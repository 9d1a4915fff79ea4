import { useSelector } from '@xstate/react';
import { use } from 'react';
import type { ActorRefFrom } from 'xstate';
import { useT } from '#i18n/react.tsx';
import type { storeUpdate } from '#machines/store-update.ts';
import { useBusy } from '#screens/actor-hooks.ts';
import { MachinesContext } from '#screens/app-context.tsx';
import { BackLayer } from '#screens/back-layer.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';

/** Offers a new version of the native app, in the phone's store. */
export function StoreUpdateSheet({ update }: { update: ActorRefFrom<typeof storeUpdate> }) {
  const t = useT();
  const shown = useSelector(update, (snapshot) => snapshot.hasTag('offered'));
  const busy = useBusy(update);
  const { screens } = use(MachinesContext);
  if (!shown) return null;
  const close = () => update.send({ type: 'update.close' });
  return (
    <Sheet
      open
      title={t('versionUpdate')}
      onClose={close}
      footer={
        <Button full busy={busy} onClick={() => update.send({ type: 'update.apply' })}>
          {t('update')}
        </Button>
      }
    >
      {/* The sign-in page has no layers: there Back leaves. */}
      {screens && <BackLayer onBack={close} />}
      <p>{t('newVersionAvailable')}</p>
    </Sheet>
  );
}
