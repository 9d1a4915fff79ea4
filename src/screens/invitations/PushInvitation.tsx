import { useActorRef, useSelector } from '@xstate/react';
import { use } from 'react';
import { useT } from '#i18n/react.tsx';
import { useMachines } from '#screens/app-context.tsx';
import { Notice } from '#ui/feedback/Notice.tsx';

/** Offers pushes to this device. */
export function PushInvitation({ member }: { member: number }) {
  const t = useT();
  const actor = useActorRef(use(useMachines().push()).invitation, { input: { member } });
  const state = useSelector(actor, ({ value }) => value);
  const shown = useSelector(actor, (snapshot) => snapshot.hasTag('shown'));
  const failure = useSelector(actor, (it) => (it.hasTag('failed') ? it.context.failure : null));
  return (
    <div data-push-invitation={state}>
      <Notice
        text={shown ? t(failure ? `failure.${failure.kind}` : 'push.invitation') : null}
        action={t('push.accept')}
        onAction={() => actor.send({ type: 'invitation.accept' })}
        onDismiss={() => actor.send({ type: 'invitation.dismiss' })}
      />
    </div>
  );
}
