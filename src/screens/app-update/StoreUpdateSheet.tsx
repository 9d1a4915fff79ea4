import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { useT } from '#i18n/react.tsx';
import type { storeUpdate } from '#machines/store-update.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';

/** Offers a new version of the native app, in the phone's store. */
export function StoreUpdateSheet({ update }: { update: ActorRefFrom<typeof storeUpdate> }) {
  const t = useT();
  const shown = useSelector(update, (snapshot) => snapshot.hasTag('offered'));
  const busy = useSelector(update, (snapshot) => snapshot.hasTag('busy'));
  if (!shown) return null;
  return (
    <Sheet
      open
      title={t('versionUpdate')}
      onClose={() => update.send({ type: 'update.close' })}
      footer={
        <Button full busy={busy} onClick={() => update.send({ type: 'update.apply' })}>
          {t('update')}
        </Button>
      }
    >
      <p>{t('newVersionAvailable')}</p>
    </Sheet>
  );
}
