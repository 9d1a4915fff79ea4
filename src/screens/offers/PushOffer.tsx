import { useActorRef, useSelector } from '@xstate/react';
import { use } from 'react';
import { useT } from '#i18n/react.tsx';
import { useFailure } from '#screens/actor-hooks.ts';
import { useMachines } from '#screens/app-context.tsx';
import { Notice } from '#ui/feedback/Notice.tsx';

/** Offers pushes to this device. */
export function PushOffer({ member }: { member: number }) {
  const t = useT();
  const actor = useActorRef(use(useMachines().push()).offer, { input: { member } });
  const state = useSelector(actor, ({ value }) => value);
  const shown = useSelector(actor, (snapshot) => snapshot.hasTag('shown'));
  const failure = useFailure(actor);
  return (
    <div data-push-offer={state}>
      <Notice
        text={shown ? t(failure ? `failure.${failure.kind}` : 'push.offer') : null}
        action={t('push.accept')}
        onAction={() => actor.send({ type: 'offer.accept' })}
        onDismiss={() => actor.send({ type: 'offer.dismiss' })}
      />
    </div>
  );
}
