import { useT } from '#i18n/react.tsx';
import { useAppData } from '#screens/app-context.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { Feed } from './Feed.tsx';
import { NoGames, NoLeagues } from './EmptyFeed.tsx';
import { LiveBar } from './LiveBar.tsx';
import { PlaceStrip } from './PlaceStrip.tsx';

/** The main screen: the games of all the caller's leagues. */
export function FeedScreen() {
  const t = useT();
  const leagues = (useAppData()?.sections ?? []).filter((league) => league.is_member);
  return (
    <Feed
      title={t('tabMain')}
      headerAction={
        leagues.length > 0 && (
          <RouteButton to="/games" tone="plain" size="small">
            {t('gamesToBet')}
          </RouteButton>
        )
      }
      {...(leagues.length > 0 && { top: PlaceStrip })}
      bottom={LiveBar}
      empty={leagues.some((league) => league.active) ? <NoGames leagues={leagues} /> : <NoLeagues />}
    />
  );
}
