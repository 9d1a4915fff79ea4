import { useActorRef, useSelector } from '@xstate/react';
import { Suspense, use } from 'react';
import { notificationKinds, quietTimes } from '#contract/notification-preferences.ts';
import { leagueSwitch, type SwitchName } from '#domain/notification-switches.ts';
import { useT } from '#i18n/react.tsx';
import { useFailure } from '#screens/actor-hooks.ts';
import { useAppData, useMachines } from '#screens/app-context.tsx';
import { useLiveRefresh } from '#screens/use-live-refresh.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Switch } from '#ui/form/Switch.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { PushSwitch } from './PushSwitch.tsx';
import * as css from './ProfileScreen.css.ts';

const quietLabels = {
  night: { label: 'quiet.night', hint: 'quiet.nightText' },
  holidays: { label: 'quiet.holidays', hint: 'quiet.holidaysText' },
} as const;

/** Switches for each kind of notification, for quiet times and for each league of the member's, the same on every device. */
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
  const leagues = (useAppData()?.sections ?? []).filter((league) => league.is_member);
  const actor = useActorRef(use(useMachines().notificationPreferences()));
  useLiveRefresh({ kind: 'me' }, () => actor.send({ type: 'preferences.refresh' }));
  const preferences = useSelector(actor, ({ context }) => context.current);
  const failure = useFailure(actor);
  const state = useSelector(actor, ({ value }) => value);
  const change = (name: SwitchName) => (on: boolean) => actor.send({ type: 'preference.change', name, on });
  const loadFailed = state === 'loadFailed';
  return (
    <>
      {!preferences && !loadFailed && <LoadingSwitches />}
      {preferences && (
        <div data-state={state}>
          <Stack gap="x3">
            <PushSwitch />
            <div>
              {notificationKinds.map((kind) => (
                <Switch
                  key={kind}
                  label={t(`telling.${kind}`)}
                  checked={preferences[kind] ?? true}
                  onChange={change(kind)}
                />
              ))}
            </div>
            <Heading level={3} size="lead">
              {t('quietTimes')}
            </Heading>
            <div>
              {quietTimes.map((name) => (
                <Switch
                  key={name}
                  label={t(quietLabels[name].label)}
                  hint={t(quietLabels[name].hint)}
                  checked={preferences[`quiet.${name}`] ?? false}
                  onChange={change(`quiet.${name}`)}
                />
              ))}
            </div>
            {leagues.length > 0 && (
              <Heading level={3} size="lead">
                {t('tellingLeagues')}
              </Heading>
            )}
            <div>
              {leagues.map(({ id, name }) => (
                <Switch
                  key={id}
                  label={<bdi>{name}</bdi>}
                  checked={preferences[leagueSwitch(id)] ?? true}
                  onChange={change(leagueSwitch(id))}
                />
              ))}
            </div>
          </Stack>
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
