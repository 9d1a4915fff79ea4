import { useSelector } from '@xstate/react';
import { Plus, Settings, Trophy } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { League } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import type { command } from '#machines/command.ts';
import { useMe } from '#screens/app-context.tsx';
import { deferredComponent } from '#screens/deferred-component.ts';
import { sheetState } from '#screens/history-entry.ts';
import { useOpenSheet, useSearchParam, useSetSearchParams, useSheet } from '#screens/search-params.ts';
import { Standings } from '#screens/standings/Standings.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { Heading } from '#ui/primitives/Stack.tsx';
import { Tabs } from '#ui/primitives/Tabs.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { JoinLeagueButton } from './JoinLeagueButton.tsx';
import { LeagueGames } from './LeagueGames.tsx';
import { LatestChat } from './LatestChat.tsx';
import * as css from './LeaguePage.css.ts';
import { Members } from './Members.tsx';
import { MembersOnly } from './MembersOnly.tsx';
import { TitleBar } from './TitleBar.tsx';
import { useHasPanes, useIsDesktop } from '#screens/shell/use-is-desktop.ts';
import { useTableLeague } from '#screens/shell/use-table-league.ts';

const LeagueSettings = deferredComponent(async () => (await import('./LeagueSettings.tsx')).LeagueSettings);

const TournamentSheet = deferredComponent(
  async () => (await import('#screens/tournament/TournamentSheet.tsx')).TournamentSheet,
);

type Props = {
  league: League;
  /** Commands on the whole league: leaving, archiving, renewing the code. */
  task: ActorRefFrom<typeof command>;
  onChanged: () => void;
};

/** A league as its members see it: standings, games and members. */
export function LeaguePage({ league, task, onChanged }: Props) {
  const t = useT();
  const openSheet = useOpenSheet();
  return (
    <div className={css.page} data-columns>
      <TitleBar kind="league" of={league} code={league.active ? league.code : null}>
        {!league.active && <Tag>{t('archivedTag')}</Tag>}
        {league.is_member && <LatestChat section={league.id} />}
        {(league.is_member || league.is_staff) && (
          <IconButton label={t('leagueSettings')} size="small" onClick={() => openSheet('settings')}>
            <Settings size={20} />
          </IconButton>
        )}
      </TitleBar>
      <LeagueColumns league={league}>
        {league.description && <LeagueDescription text={league.description} />}
        {!league.active && <ArchivedNotice league={league} task={task} />}
        {!league.is_member && league.active && <JoinLeagueButton league={league} onJoined={onChanged} />}
      </LeagueColumns>
      <LeagueSheet league={league} task={task} onChanged={onChanged} />
    </div>
  );
}

/** The sheet that is open over the page. */
function LeagueSheet({ league, task, onChanged }: Props) {
  const sheet = useSheet();
  const setSearch = useSetSearchParams();
  if (sheet.name === 'settings') return <LeagueSettings league={league} task={task} onChanged={onChanged} />;
  if (sheet.name !== 'tournament' || !league.is_staff || !league.active) return null;
  return (
    <TournamentSheet
      league={league.id}
      onClose={sheet.close}
      onShowGames={() => setSearch({ tab: 'games', sheet: undefined })}
    />
  );
}

/** Whether a text is longer than a line on a phone. */
const isLong = (text: string) => text.length > 45 || text.includes('\n');

/** A league's text: one line, which expands if there is more. */
function LeagueDescription({ text }: { text: string }) {
  if (!isLong(text))
    return (
      <p dir="auto" className={css.description}>
        {text}
      </p>
    );
  return (
    <details>
      <summary dir="auto" className={css.description}>
        {text}
      </summary>
    </details>
  );
}

/** Tabs on a phone; on a desktop the standings stand beside the other tabs, or in a pane. `children` stand above the tabs. */
function LeagueColumns({ league, children }: { league: League; children: ReactNode }) {
  const t = useT();
  const wide = useIsDesktop();
  const isWide = useHasPanes();
  const requestedTab = useSearchParam(({ tab: requested = 'table' }) => requested);
  const hasMatch = useSearchParam(({ match }) => match !== undefined);
  const setSearch = useSetSearchParams();
  const me = useMe();
  const hasPanes = isWide && (me !== null || hasMatch);
  const isInPane = useTableLeague()?.id === league.id && hasPanes;
  const hasColumns = wide && !hasPanes;
  const table = {
    value: 'table',
    label: t('standings'),
    content: <Standings section={league.id} size={league.users} />,
  };
  const otherTabs = [
    { value: 'games', label: t('games'), content: <LeagueGames league={league} /> },
    {
      value: 'members',
      label: t('membersTab'),
      content: (
        <MembersOnly section={league.id}>
          <Members place={{ section: league.id }} owner={league.owner} mayRemove={league.is_staff} />
        </MembersOnly>
      ),
    },
  ];
  // The games tab keeps its own filter in the same parameter.
  const tab =
    requestedTab === 'table' && !hasColumns && !isInPane
      ? 'table'
      : requestedTab === 'members'
        ? 'members'
        : 'games';
  const tabs = (
    <Tabs
      label={league.name}
      value={tab}
      onChange={(value) => setSearch({ tab: value })}
      tabs={hasColumns || isInPane ? otherTabs : [table, ...otherTabs]}
      end={league.is_staff && league.active && <NewGameButtons />}
    />
  );
  const games = (
    <div className={css.column}>
      {children}
      {tabs}
    </div>
  );
  if (!hasColumns) return games;
  return (
    <div className={css.columns}>
      {games}
      <section className={css.standingsColumn} aria-label={t('standings')}>
        {table.content}
      </section>
    </div>
  );
}

/** A tournament, and a single game by the wizard: icons on a phone. */
function NewGameButtons() {
  const t = useT();
  const link = { to: '.', state: sheetState, resetScroll: false, size: 'small' } as const;
  return (
    <div className={css.newGame}>
      <RouteButton
        {...link}
        search={(now: object) => ({ ...now, sheet: 'tournament' })}
        tone="quiet"
        icon={<Trophy size={20} />}
      >
        {t('addTournament')}
      </RouteButton>
      <RouteButton {...link} search={(now: object) => ({ ...now, wizard: 1 })} icon={<Plus size={20} />}>
        {t('newGame')}
      </RouteButton>
    </div>
  );
}

/** An archived league takes no bets; staff may reopen it. */
function ArchivedNotice({ league, task }: Pick<Props, 'league' | 'task'>) {
  const t = useT();
  const busy = useSelector(task, (it) => it.hasTag('busy') && it.context.command?.name === 'reopenLeague');
  const failure = useSelector(task, (it) =>
    it.hasTag('failed') && it.context.command?.name === 'reopenLeague' ? it.context.failure : null,
  );
  return (
    <section className={css.archived} aria-labelledby="archived">
      <div className={css.archivedText}>
        <Heading level={2} size="lead" id="archived">
          {t('archivedTitle')}
        </Heading>
        <p>{t('archivedText')}</p>
      </div>
      {league.is_staff && (
        <Button
          tone="quiet"
          busy={busy}
          onClick={() =>
            task.send({ type: 'command.run', command: { name: 'reopenLeague', league: league.id } })
          }
        >
          {t('reopen')}
        </Button>
      )}
      <FailureText failure={failure} />
    </section>
  );
}
