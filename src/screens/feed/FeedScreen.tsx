import { Link } from '@tanstack/react-router';
import { useT } from '#i18n/react.tsx';
import { useAppData } from '#screens/app-context.tsx';
import { buttonClass } from '#ui/primitives/Button.tsx';
import { Feed } from './Feed.tsx';
import { NoGames, NoLeagues } from './EmptyFeed.tsx';

/** The main screen: the games of all the caller's leagues. */
export function FeedScreen() {
  const t = useT();
  const leagues = (useAppData()?.sections ?? []).filter((league) => league.is_member);
  return (
    <Feed
      title={t('tabMain')}
      beside={
        leagues.length > 0 && (
          <Link to="/games" className={buttonClass({ tone: 'plain', size: 'small' })}>
            {t('gamesToBet')}
          </Link>
        )
      }
      empty={leagues.length === 0 ? <NoLeagues /> : <NoGames leagues={leagues} />}
    />
  );
}
