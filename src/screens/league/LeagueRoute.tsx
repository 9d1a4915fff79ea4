import { useParams } from '@tanstack/react-router';
import { useSearchParams } from '#screens/search-params.ts';
import { LeagueScreen } from './LeagueScreen.tsx';

/** Route `/section/{id}?code=`. Another league or another code remounts the screen. */
export function LeagueRoute() {
  const { id }: { id?: string } = useParams({ strict: false });
  const { code } = useSearchParams().search;
  return <LeagueScreen key={`${id} ${code}`} id={Number(id)} {...(code !== undefined && { code })} />;
}
