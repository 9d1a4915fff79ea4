import { useActorRef, useSelector } from '@xstate/react';
import { Fragment, Suspense, use } from 'react';
import { notificationKinds, quietHours, quietTimes } from '#contract/notification-preferences.ts';
import {
  leagueSwitch,
  type SwitchName,
  type Switches as Preferences,
} from '#domain/notification-switches.ts';
import { useT } from '#i18n/react.tsx';
import { useFailure } from '#screens/actor-hooks.ts';
import { useAppData, useMachines } from '#screens/app-context.tsx';
import { useLiveRefresh } from '#screens/use-live-refresh.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { Heading, Row, Stack } from '#ui/primitives/Stack.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Select } from '#ui/form/Select.tsx';
import { Switch } from '#ui/form/Switch.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { PushSwitch } from './PushSwitch.tsx';
import * as css from './ProfileScreen.css.ts';

const quietLabels = {
  night: { label: 'quiet.night', hint: 'quiet.nightText' },
  holidays: { label: 'quiet.holidays', hint: 'quiet.holidaysText' },
} as const;
const hourLabels = { from: 'quiet.from', until: 'quiet.until' } as const;

/** Switches for each kind of notification, for quiet times and for each of the member's leagues; the same on all their devices. */
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
  const change = (name: SwitchName) => (value: boolean | string) =>
    actor.send({ type: 'preference.change', name, value });
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
                  checked={preferences[kind] !== false}
                  onChange={change(kind)}
                />
              ))}
            </div>
            <Heading level={3} size="lead">
              {t('quietTimes')}
            </Heading>
            <div>
              {quietTimes.map((name) => (
                <Fragment key={name}>
                  <Switch
                    label={t(quietLabels[name].label)}
                    hint={t(quietLabels[name].hint)}
                    checked={preferences[`quiet.${name}`] === true}
                    onChange={change(`quiet.${name}`)}
                  />
                  {name === 'night' && preferences['quiet.night'] === true && (
                    <NightHours preferences={preferences} onChange={change} />
                  )}
                </Fragment>
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
                  checked={preferences[leagueSwitch(id)] !== false}
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

const times = Array.from({ length: 48 }, (_, half) => {
  const [hour, minute] = [Math.floor(half / 2), half % 2 === 0 ? '00' : '30'];
  return `${String(hour).padStart(2, '0')}:${minute}`;
});

type NightHoursProps = {
  preferences: Preferences;
  onChange: (name: SwitchName) => (time: string) => void;
};

/** When the night begins and ends; the two differ. */
function NightHours({ preferences, onChange }: NightHoursProps) {
  const t = useT();
  const valueOf = (name: (typeof quietHours)[number]) => String(preferences[`quiet.${name}`]);
  return (
    <div role="group" aria-label={t('quiet.night')} className={css.nightHours}>
      <Row gap="x3" wrap>
        {quietHours.map((name, at) => {
          const other = quietHours[1 - at];
          return (
            <Select
              key={name}
              label={t(hourLabels[name])}
              value={valueOf(name)}
              options={times
                .filter((time) => !other || time !== valueOf(other))
                .map((time) => ({ value: time, label: time }))}
              onChange={onChange(`quiet.${name}`)}
            />
          );
        })}
      </Row>
    </div>
  );
}
