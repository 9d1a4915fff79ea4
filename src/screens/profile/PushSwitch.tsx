import { useActorRef, useSelector } from '@xstate/react';
import { use } from 'react';
import { useT } from '#i18n/react.tsx';
import { useFailure } from '#screens/actor-hooks.ts';
import { useMachines } from '#screens/app-context.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { Switch } from '#ui/form/Switch.tsx';
import { withSuspense } from '#screens/with-suspense.tsx';

/** Switch of the pushes to this device. */
export const PushSwitch = withSuspense(LoadedPushSwitch);

const hints = { unsupported: 'push.unsupported', denied: 'push.denied' } as const;

function LoadedPushSwitch() {
  const t = useT();
  const actor = useActorRef(use(useMachines().push()).subscription);
  const state = useSelector(actor, ({ value }) => value);
  const isOn = useSelector(actor, (snapshot) => snapshot.hasTag('on'));
  const canChange = useSelector(
    actor,
    (snapshot) => snapshot.can({ type: 'push.enable' }) || snapshot.can({ type: 'push.disable' }),
  );
  const failure = useFailure(actor);
  return (
    <div data-state={state}>
      <Switch
        label={t('push.device')}
        hint={state === 'unsupported' || state === 'denied' ? t(hints[state]) : t('push.deviceText')}
        checked={isOn}
        disabled={!canChange}
        onChange={(on) => actor.send({ type: on ? 'push.enable' : 'push.disable' })}
      />
      <FailureText failure={failure} />
    </div>
  );
}
