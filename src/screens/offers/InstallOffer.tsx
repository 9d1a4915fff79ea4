import { useActorRef, useSelector } from '@xstate/react';
import { use, useState } from 'react';
import { useT } from '#i18n/react.tsx';
import { useMachines } from '#screens/app-context.tsx';
import { Notice } from '#ui/feedback/Notice.tsx';
import { InstallSteps } from './InstallSteps.tsx';

/** Offers to install the app; without an install dialog of the browser it shows the steps. */
export function InstallOffer() {
  const t = useT();
  const [now] = useState(() => Date.now());
  const actor = useActorRef(use(useMachines().installOffer()), { input: { now, isWanted: false } });
  const state = useSelector(actor, ({ value }) => value);
  const shown = useSelector(actor, (snapshot) => snapshot.hasTag('shown'));
  const steps = useSelector(actor, (snapshot) => snapshot.hasTag('steps'));
  return (
    <div data-install-offer={state}>
      <Notice
        text={shown ? steps ? <InstallSteps /> : t('install.offer') : null}
        action={steps ? undefined : t('install.accept')}
        onAction={() => actor.send({ type: 'offer.accept' })}
        onDismiss={() => actor.send({ type: 'offer.dismiss' })}
      />
    </div>
  );
}
