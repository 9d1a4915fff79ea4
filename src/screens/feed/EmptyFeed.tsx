import { Link } from '@tanstack/react-router';
import type { League } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useSheet } from '#screens/search-params.ts';
import { Button, buttonClass } from '#ui/primitives/Button.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Row } from '#ui/primitives/Stack.tsx';

/** No league yet: create one, or join by a code. */
export function NoLeagues({ whole = false }: { whole?: boolean }) {
  const t = useT();
  const sheet = useSheet();
  return (
    <EmptyState
      whole={whole}
      art="friends"
      title={t('noLeaguesTitle')}
      text={t('noLeaguesText')}
      action={
        <Row gap="x2" wrap>
          <Button onClick={() => sheet.open('newLeague')}>{t('createNewLeague')}</Button>
          <Link to="/join" className={buttonClass({ tone: 'quiet' })}>
            {t('joinAClan')}
          </Link>
        </Row>
      }
    />
  );
}

/** No games yet: staff may create one, members may invite friends. */
export function NoGames({ leagues }: { leagues: readonly League[] }) {
  const t = useT();
  const mine = leagues.find((league) => league.is_staff);
  if (mine) {
    return (
      <EmptyState
        art="league"
        title={t('emptyLeague')}
        text={t('emptyLeagueOwner')}
        action={<NewGameLink league={mine.id} />}
      />
    );
  }
  const [only] = leagues.length === 1 ? leagues : [];
  return (
    <EmptyState
      art="league"
      title={t('noGamesYet')}
      text={t('emptyLeagueMember')}
      action={
        <Link to="/clans-page" search={{ section: only?.id }} className={buttonClass()}>
          {t('inviteFriends')}
        </Link>
      }
    />
  );
}

/** Link to the wizard. */
export function NewGameLink({ league }: { league: number }) {
  const t = useT();
  return (
    <Link to="/section/$id" params={{ id: String(league) }} search={{ wizard: 1 }} className={buttonClass()}>
      {t('newGame')}
    </Link>
  );
}
