import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { useT } from '#i18n/react.tsx';
import type { appUpdate } from '#machines/app-update.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { Logo } from '#ui/primitives/Logo.tsx';
import * as css from '#screens/shell/boot-screens.css.ts';

/** The client is older than the server supports: the page is loaded anew by itself, and else by a tap. */
export function Outdated({ update }: { update: ActorRefFrom<typeof appUpdate> }) {
  const t = useT();
  const busy = useSelector(update, (snapshot) => snapshot.hasTag('busy'));
  return (
    <main className={css.page}>
      <Logo />
      <h1>{t('versionUpdate')}</h1>
      <p>{t('newVersionAvailable')}</p>
      <Button busy={busy} onClick={() => update.send({ type: 'update.apply' })}>
        {t('update')}
      </Button>
    </main>
  );
}
