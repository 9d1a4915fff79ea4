import type { League } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useOpenSheet } from '#screens/search-params.ts';
import { RouteButton } from '#screens/RouteButton.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Row } from '#ui/primitives/Stack.tsx';

/** No league yet: create one, or join by a code. */
export function NoLeagues({ whole = false }: { whole?: boolean }) {
  const t = useT();
  const openSheet = useOpenSheet();
  return (
    <EmptyState
      whole={whole}
      art="friends"
      title={t('noLeaguesTitle')}
      text={t('noLeaguesText')}
      action={
        <Row gap="x2" wrap>
          <Button onClick={() => openSheet('newLeague')}>{t('createNewLeague')}</Button>
          <RouteButton to="/join" tone="quiet">
            {t('joinAClan')}
          </RouteButton>
        </Row>
      }
    />
  );
}

/** No games yet: staff may create one, members may invite friends; neither in a closed league. */
export function NoGames({ leagues }: { leagues: readonly League[] }) {
  const t = useT();
  const open = leagues.filter((league) => league.active);
  if (open.length === 0) return <EmptyState art="league" title={t('noGamesYet')} />;
  const mine = open.find((league) => league.is_staff);
  if (mine) {
    return (
      <EmptyState
        art="league"
        title={t('emptyLeague')}
        text={t('emptyLeagueOwner')}
        action={
          <Row gap="x2" wrap>
            <NewGameLink league={mine.id} />
            <TournamentLink league={mine.id} />
          </Row>
        }
      />
    );
  }
  const [only] = open.length === 1 ? open : [];
  return (
    <EmptyState
      art="league"
      title={t('noGamesYet')}
      text={t('emptyLeagueMember')}
      action={
        <RouteButton to="/clans-page" search={{ section: only?.id }}>
          {t('inviteFriends')}
        </RouteButton>
      }
    />
  );
}

/** Link to the wizard. */
export function NewGameLink({ league }: { league: number }) {
  const t = useT();
  return (
    <RouteButton
      to="/section/$id"
      params={{ id: String(league) }}
      search={{ wizard: 1 }}
      state={{ sheet: 0 }}
    >
      {t('newGame')}
    </RouteButton>
  );
}

/** Link to the sheet that adds a tournament. */
function TournamentLink({ league }: { league: number }) {
  const t = useT();
  return (
    <RouteButton
      to="/section/$id"
      params={{ id: String(league) }}
      search={{ tab: 'games', sheet: 'tournament' }}
      state={{ sheet: 0 }}
      tone="quiet"
    >
      {t('addTournament')}
    </RouteButton>
  );
}
