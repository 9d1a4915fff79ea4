import { useActorRef } from '@xstate/react';
import { Settings } from 'lucide-react';
import { useT } from '#i18n/react.tsx';
import { useEmitted } from '#screens/actor-hooks.ts';
import { currentLeague } from '#domain/current-league.ts';
import { useOpenSheet, useReplaceScreen, useSearchParam } from '#screens/search-params.ts';
import { useAppData, useMachines } from '#screens/app-context.tsx';
import { deferredComponent } from '#screens/deferred-component.ts';
import { LatestChat } from '#screens/league/LatestChat.tsx';
import { Members } from '#screens/league/Members.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { TitleBar } from '#screens/league/TitleBar.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { Heading, Row, Stack } from '#ui/primitives/Stack.tsx';
import { GroupTable } from './GroupTable.tsx';
import * as css from './GroupPage.css.ts';

const GroupSettings = deferredComponent(async () => (await import('./GroupSettings.tsx')).GroupSettings);

/** One group: its table, and its members; or a notice for whoever is not in it any more. */
export function GroupPage({ id }: { id: number }) {
  const t = useT();
  const replaceScreen = useReplaceScreen();
  const { command } = useMachines();
  // The command's actor lives here, not in the page: leaving unmounts the page before the answer arrives.
  const task = useActorRef(command);
  useEmitted(task, 'command.done', ({ command: { name } }) => {
    if (name === 'leave') replaceScreen('/clans-page');
  });
  const openSheet = useOpenSheet();
  const hasSettings = useSearchParam(({ sheet }) => sheet === 'settings');
  const data = useAppData();
  const group = data?.clans.find((it) => it.id === id);
  const leagues = (data?.sections ?? []).filter((league) => league.is_member);
  const section = useSearchParam((search) => search.section);
  const league = leagues.find((it) => it.id === section) ?? currentLeague(leagues);
  if (!group) return <GroupNotFound />;
  return (
    <Stack gap="x3" inOrder>
      <TitleBar kind="group" of={group} code={group.code}>
        {league && <LatestChat key={league.id} section={league.id} />}
        <IconButton label={t('clanSettings')} size="small" onClick={() => openSheet('settings')}>
          <Settings size={20} />
        </IconButton>
      </TitleBar>
      {league ? <GroupTable key={league.id} group={group} league={league} leagues={leagues} /> : <NoTable />}
      <section aria-labelledby="members" className={css.section}>
        <Heading level={2} size="lead" id="members">
          {t('membersTab')}
        </Heading>
        <Members place={{ clan: id }} owner={group.owner} mayRemove={group.is_staff} />
      </section>
      {hasSettings && <GroupSettings group={group} task={task} />}
    </Stack>
  );
}

/** A group without a league of the caller's has no table yet. */
function NoTable() {
  const t = useT();
  const openSheet = useOpenSheet();
  return (
    <div className={css.noTable}>
      <p>{t('clanTableText')}</p>
      <Button size="small" onClick={() => openSheet('newLeague')}>
        {t('createNewLeague')}
      </Button>
    </div>
  );
}

/** Not a member of the group, or no longer one. */
function GroupNotFound() {
  const t = useT();
  return (
    <EmptyState
      whole
      art="friends"
      title={t('clanGone')}
      text={t('clanGoneText')}
      action={
        <Row gap="x2" wrap>
          <RouteButton to="/clans-page">{t('myFriends')}</RouteButton>
          <RouteButton to="/join" tone="quiet">
            {t('joinAClan')}
          </RouteButton>
        </Row>
      }
    />
  );
}
