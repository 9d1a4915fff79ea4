import { useAppData } from '#screens/kit.tsx';
import { NoLeagues } from '#screens/feed/NoGames.tsx';
import { LeagueScreen } from './LeagueScreen.tsx';

/** `/section` without a number: the league where something happened last, or the way to a first one. */
export function MyLeaguesScreen() {
  const leagues = (useAppData()?.sections ?? []).filter((league) => league.is_member && league.active);
  const league = leagues.find((it) => it.new) ?? leagues[0];
  return league ? <LeagueScreen key={league.id} id={league.id} /> : <NoLeagues whole />;
}
