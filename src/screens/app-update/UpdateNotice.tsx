import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { useT } from '#i18n/react.tsx';
import type { appUpdate } from '#machines/app-update.ts';
import { Notice } from '#ui/feedback/Notice.tsx';

/** Offers a new version; everything typed is kept through the change. */
export function UpdateNotice({ update }: { update: ActorRefFrom<typeof appUpdate> }) {
  const t = useT();
  const shown = useSelector(update, (snapshot) => snapshot.hasTag('offered'));
  return (
    <Notice
      text={shown ? t('versionUpdate') : null}
      action={t('update')}
      onAction={() => update.send({ type: 'update.apply' })}
      onDismiss={() => update.send({ type: 'update.postpone' })}
    />
  );
}
