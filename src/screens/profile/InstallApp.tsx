import { useActorRef, useSelector } from '@xstate/react';
import { SquarePlus } from 'lucide-react';
import { use, useState } from 'react';
import { useT } from '#i18n/react.tsx';
import { useBusy } from '#screens/actor-hooks.ts';
import { useMachines } from '#screens/app-context.tsx';
import { InstallSteps } from '#screens/offers/InstallSteps.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { withSuspense } from '#screens/with-suspense.tsx';

const Loading = () => <Skeleton shape="line" />;

/** Installs the app on this device; nothing if it is installed or cannot be. */
export const InstallApp = withSuspense(LoadedInstallApp, <Loading />);

function LoadedInstallApp() {
  const t = useT();
  const [now] = useState(() => Date.now());
  const actor = useActorRef(use(useMachines().installOffer()), { input: { now, isWanted: true } });
  const busy = useBusy(actor);
  const shown = useSelector(actor, (snapshot) => snapshot.hasTag('shown'));
  const steps = useSelector(actor, (snapshot) => snapshot.hasTag('steps'));
  if (busy) return <Loading />;
  if (!shown) return null;
  if (steps)
    return (
      <Card as="section" label={t('install.here')}>
        <InstallSteps />
      </Card>
    );
  return (
    <Button
      tone="quiet"
      full
      icon={<SquarePlus size={20} />}
      onClick={() => actor.send({ type: 'offer.accept' })}
    >
      {t('install.here')}
    </Button>
  );
}
