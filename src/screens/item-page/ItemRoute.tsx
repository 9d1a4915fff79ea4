import { useSearch } from '@tanstack/react-router';
import { LeagueUnavailable } from '#screens/league/LeaguePreview.tsx';
import { ItemPage } from './ItemScreen.tsx';

/** Route `/item?id=`. */
export function ItemScreen() {
  const { id } = useSearch({ strict: false });
  return id === undefined ? <LeagueUnavailable /> : <ItemPage key={id} id={id} />;
}
