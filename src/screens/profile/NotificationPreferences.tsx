import { useActorRef, useSelector } from '@xstate/react';
import { Suspense, use } from 'react';
import { notificationKinds } from '#contract/notification-preferences.ts';
import { useT } from '#i18n/react.tsx';
import { useMachines } from '#screens/app-context.tsx';
import { useLiveRefresh } from '#screens/use-live-refresh.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Switch } from '#ui/form/Switch.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import * as css from './ProfileScreen.css.ts';

/** Switches for each kind of notification, the same on every device. */
export function NotificationPreferences() {
  const t = useT();
  return (
    <Card as="section" labelledBy="notification-preferences">
      <Stack gap="x3">
        <Heading level={2} size="lead" id="notification-preferences">
          {t('tellings')}
        </Heading>
        <p className={css.quiet}>{t('tellingsText')}</p>
        <Suspense fallback={<LoadingSwitches />}>
          <Switches />
        </Suspense>
      </Stack>
    </Card>
  );
}

const LoadingSwitches = () => <Skeleton shape="row" count={4} />;

function Switches() {
  const t = useT();
  const actor = useActorRef(use(useMachines().notificationPreferences()));
  useLiveRefresh({ kind: 'me' }, () => actor.send({ type: 'preferences.refresh' }));
  const preferences = useSelector(actor, ({ context }) => context.current);
  const failure = useSelector(actor, (it) => (it.hasTag('failed') ? it.context.failure : null));
  const state = useSelector(actor, ({ value }) => value);
  const loadFailed = state === 'loadFailed';
  return (
    <>
      {!preferences && !loadFailed && <LoadingSwitches />}
      {preferences && (
        <div data-state={state}>
          {notificationKinds.map((kind) => (
            <Switch
              key={kind}
              label={t(`telling.${kind}`)}
              checked={preferences[kind]}
              onChange={(on) => actor.send({ type: 'preference.change', kind, on })}
            />
          ))}
        </div>
      )}
      <FailureText failure={failure} />
      {loadFailed && (
        <Button tone="quiet" size="small" onClick={() => actor.send({ type: 'preferences.refresh' })}>
          {t('retry')}
        </Button>
      )}
    </>
  );
}
