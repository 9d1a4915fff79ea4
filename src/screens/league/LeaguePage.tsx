import { useSelector } from '@xstate/react';
import { Plus, Settings } from 'lucide-react';
import type { ActorRefFrom } from 'xstate';
import type { League } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import type { command } from '#machines/command.ts';
import { sheetState, useSearchParams, useSheet } from '#screens/search-params.ts';
import { Standings } from '#screens/standings/Standings.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';
import { Heading } from '#ui/primitives/Stack.tsx';
import { Tabs } from '#ui/primitives/Tabs.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { JoinLeagueButton } from './JoinLeagueButton.tsx';
import { LeagueGames } from './LeagueGames.tsx';
import { InviteBar } from './InviteBar.tsx';
import * as css from './LeaguePage.css.ts';
import { Members } from './Members.tsx';
import { MembersOnly } from './MembersOnly.tsx';
import { useIsDesktop } from '#screens/shell/use-is-desktop.ts';
import { CrestHeader } from '#screens/league/CrestHeader.tsx';

const LeagueSettings = lazyComponent(async () => (await import('./LeagueSettings.tsx')).LeagueSettings);

type Props = {
  league: League;
  /** Commands on the whole league: leaving, archiving, renewing the code. */
  task: ActorRefFrom<typeof command>;
  onChanged: () => void;
};

/** A league as its members see it: standings, games and members. */
export function LeaguePage({ league, task, onChanged }: Props) {
  const t = useT();
  const sheet = useSheet();
  const invites = league.active && league.code !== null;
  return (
    <div className={css.page} data-columns>
      <CrestHeader of={league}>
        {!league.active && <Tag>{t('archivedTag')}</Tag>}
        {(league.is_member || league.is_staff) && (
          <IconButton label={t('leagueSettings')} onClick={() => sheet.open('settings')}>
            <Settings size={20} />
          </IconButton>
        )}
      </CrestHeader>
      {league.description && (
        <p dir="auto" className={css.description}>
          {league.description}
        </p>
      )}
      {!league.active && <ArchivedNotice league={league} task={task} />}
      {invites && (
        <div className={css.actions}>
          <InviteBar kind="league" name={league.name} code={league.code ?? ''} withQr />
          {league.is_staff && <NewGameButton />}
        </div>
      )}
      {!league.is_member && league.active && <JoinLeagueButton league={league} onJoined={onChanged} />}
      <LeagueTabs league={league} />
      {sheet.name === 'settings' && <LeagueSettings league={league} task={task} onChanged={onChanged} />}
    </div>
  );
}

/** Tabs on a phone; on a desktop the standings stand beside the other tabs. */
function LeagueTabs({ league }: { league: League }) {
  const t = useT();
  const wide = useIsDesktop();
  const { search, set } = useSearchParams();
  const table = { value: 'table', label: t('standings'), content: <Standings section={league.id} /> };
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
  const requestedTab = search.tab ?? 'table';
  // The games tab keeps its own filter in the same parameter.
  const tab = requestedTab === 'table' && !wide ? 'table' : requestedTab === 'members' ? 'members' : 'games';
  const tabs = (
    <Tabs
      label={league.name}
      value={tab}
      onChange={(value) => set({ tab: value })}
      tabs={wide ? otherTabs : [table, ...otherTabs]}
    />
  );
  if (!wide) return tabs;
  return (
    <div className={css.columns}>
      {tabs}
      <section className={css.standingsColumn} aria-label={t('standings')}>
        {table.content}
      </section>
    </div>
  );
}

/** Link to the wizard. */
function NewGameButton() {
  const t = useT();
  return (
    <RouteButton
      to="."
      search={(now: object) => ({ ...now, wizard: 1 })}
      state={sheetState}
      resetScroll={false}
      full
      icon={<Plus size={20} />}
    >
      {t('newGame')}
    </RouteButton>
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
