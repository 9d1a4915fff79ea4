import { useAppData } from '#screens/app-context.tsx';
import { NoLeagues } from '#screens/feed/EmptyFeed.tsx';
import { LeagueScreen } from './LeagueScreen.tsx';

/** Route `/section`: the league with the newest activity, or how to get a first one. */
export function MyLeaguesScreen() {
  const leagues = (useAppData()?.sections ?? []).filter((league) => league.is_member && league.active);
  const league = leagues.find((it) => it.new) ?? leagues[0];
  return league ? <LeagueScreen key={league.id} id={league.id} /> : <NoLeagues whole />;
}
