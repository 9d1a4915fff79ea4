import { Link, useLocation } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { Plus, Settings } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { League } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { Feed } from '#screens/feed/Feed.tsx';
import { NoGames } from '#screens/feed/NoGames.tsx';
import { useAddress, useEmitted, useSheet } from '#screens/hooks.ts';
import { useApp, useMachines, useMe } from '#screens/kit.tsx';
import { Standings } from '#screens/standings/Standings.tsx';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Crest } from '#ui/Crest.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Heading } from '#ui/layout.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { InviteBar } from './InviteBar.tsx';
import * as css from './LeaguePage.css.ts';
import { Members } from './Members.tsx';

const LeagueSettings = lazy(async () => ({ default: (await import('./LeagueSettings.tsx')).LeagueSettings }));
const views = ['table', 'games', 'members'] as const;

/** The league from inside: the table first, then its games and its people. */
export function LeaguePage({ league, onChanged }: { league: League; onChanged: () => void }) {
  const t = useT();
  const sheet = useSheet();
  const { search, set } = useAddress();
  const view = views.find((it) => it === search.tab) ?? 'table';
  return (
    <div className={css.page} data-state={league.is_member ? 'member' : 'onlooker'}>
      <header className={css.head}>
        <Crest name={league.name} image={league.image} size="large" />
        <div className={css.words}>
          <Heading level={1} size="title">
            <bdi>{league.name}</bdi>
          </Heading>
          <p className={css.count}>{t('members', { count: league.users })}</p>
        </div>
        <IconButton label={t('leagueSettings')} onClick={() => sheet.open('settings')}>
          <Settings size={20} aria-hidden="true" />
        </IconButton>
      </header>
      {league.description && (
        <p dir="auto" className={css.description}>
          {league.description}
        </p>
      )}
      {league.code && <InviteBar kind="league" name={league.name} code={league.code} />}
      {!league.is_member && <Enter league={league} onIn={onChanged} />}
      {league.is_staff && (
        <Link
          to="."
          search={(now: object) => ({ ...now, wizard: 1 })}
          resetScroll={false}
          className={buttonClass({ full: true })}
        >
          <span className={css.withIcon}>
            <Plus size={20} aria-hidden="true" />
            {t('newGame')}
          </span>
        </Link>
      )}
      <Tabs
        label={league.name}
        value={view}
        onChange={(tab) => set({ tab })}
        tabs={[
          { value: 'table', label: t('standings'), content: <Standings section={league.id} /> },
          {
            value: 'games',
            label: t('games'),
            content: (
              <Feed title={t('games')} section={league.id} inLeague empty={<NoGames leagues={[league]} />} />
            ),
          },
          { value: 'members', label: t('membersTab'), content: <Members league={league} /> },
        ]}
      />
      <Suspense>
        {sheet.name === 'settings' && <LeagueSettings league={league} onChanged={onChanged} />}
      </Suspense>
    </div>
  );
}

/** An official league is open: one tap, once it is known whose. */
function Enter({ league, onIn }: { league: League; onIn: () => void }) {
  const t = useT();
  const me = useMe();
  const app = useApp();
  const { href } = useLocation();
  const { errand } = useMachines();
  const actor = useActorRef(errand);
  useEmitted(actor, 'errand.done', () => {
    app.send({ type: 'data.refresh' });
    onIn();
  });
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const failure = useSelector(actor, ({ context }) => context.failure);
  if (!me) {
    return (
      <Link to="/login" search={{ return: href }} className={buttonClass({ full: true })}>
        {t('joinLeague')}
      </Link>
    );
  }
  return (
    <div>
      <Button
        full
        busy={busy}
        onClick={() =>
          actor.send({ type: 'errand.run', errand: { name: 'enter', at: { section: league.id } } })
        }
      >
        {t('joinLeague')}
      </Button>
      {failure && (
        <p role="alert" className={css.failure}>
          {t(`failure.${failure.kind}`)}
        </p>
      )}
    </div>
  );
}
