import { Link, useNavigate } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { League } from '#contract/models.ts';
import { T, useT } from '#i18n/react.tsx';
import type { Errand } from '#machines/errand.ts';
import { useAddress, useEmitted, useSheet } from '#screens/hooks.ts';
import { useApp, useChild, useMachines } from '#screens/kit.tsx';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Stack } from '#ui/layout.tsx';
import { Sheet } from '#ui/lazy.ts';
import { ConfirmErrand } from './ConfirmErrand.tsx';
import { EditLeague } from './EditLeague.tsx';
import { HandOver } from './HandOver.tsx';

/** What can be done with a league: by whoever runs it, and leaving, by everybody in it. */
export function LeagueSettings({ league, onChanged }: { league: League; onChanged: () => void }) {
  const { search, set } = useAddress();
  const sheet = useSheet();
  const back = () => set({ of: undefined });
  const done = () => {
    onChanged();
    sheet.close();
  };
  if (search.of === 1 && league.is_staff) return <EditLeague league={league} onDone={done} onClose={back} />;
  if (search.of === 2 && league.is_staff) return <HandOver league={league} onDone={done} onClose={back} />;
  return <Choices league={league} onChanged={onChanged} />;
}

function Choices({ league, onChanged }: { league: League; onChanged: () => void }) {
  const t = useT();
  const app = useApp();
  const toasts = useChild('toasts');
  const sheet = useSheet();
  const navigate = useNavigate();
  const { errand } = useMachines();
  const actor = useActorRef(errand);
  useEmitted(actor, 'errand.done', ({ errand: done }) => {
    app.send({ type: 'data.refresh' });
    toasts.send({ type: 'toast.show', toast: { kind: 'success', message: 'saved' } });
    if (done.name === 'renewCode') onChanged();
    else void navigate({ to: '/main', replace: true });
  });
  const name = useSelector(actor, ({ context }) => context.errand?.name);
  const ask = (task: Errand) => actor.send({ type: 'errand.ask', errand: task });
  const at = { section: league.id };
  const asked = name === 'renewCode' || name === 'archive' || name === 'leave' ? name : null;
  return (
    <Suspense>
      <Sheet open title={t('leagueSettings')} onClose={sheet.close}>
        <Stack gap="x2">
          {league.is_member && (
            <Link
              to="/clans-page"
              search={{ section: league.id }}
              replace
              className={buttonClass({ tone: 'quiet', full: true })}
            >
              {t('inviteGroups')}
            </Link>
          )}
          {league.is_staff && (
            <>
              <Button tone="quiet" full onClick={() => sheet.open('settings', 1)}>
                {t('editLeague')}
              </Button>
              <Button tone="quiet" full onClick={() => ask({ name: 'renewCode', at })}>
                {t('renewCode')}
              </Button>
              <Button tone="quiet" full onClick={() => sheet.open('settings', 2)}>
                {t('handOver')}
              </Button>
              <Button tone="danger" full onClick={() => ask({ name: 'archive', section: league.id })}>
                {t('archive')}
              </Button>
            </>
          )}
          {league.is_member && (
            <Button tone="danger" full onClick={() => ask({ name: 'leave', at })}>
              {t('leave')}
            </Button>
          )}
        </Stack>
        {asked && (
          <ConfirmErrand
            actor={actor}
            title={t(asked)}
            text={<T k={`${asked}Text`} name={league.name} />}
            action={t(asked)}
          />
        )}
      </Sheet>
    </Suspense>
  );
}
