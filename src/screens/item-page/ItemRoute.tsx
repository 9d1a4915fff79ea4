import { useSearch } from '@tanstack/react-router';
import { LeagueUnavailable } from '#screens/league/Outside.tsx';
import { ItemPage } from './ItemPage.tsx';

/** Route `/item?id=`. */
export function ItemScreen() {
  const { id } = useSearch({ strict: false });
  return id === undefined ? <LeagueUnavailable /> : <ItemPage key={id} id={id} />;
}
