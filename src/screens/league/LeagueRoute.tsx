import { useParams } from '@tanstack/react-router';
import { useAddress } from '#screens/hooks.ts';
import { LeagueScreen } from './LeagueScreen.tsx';

/** Route `/section/{id}?code=`. Another league or another code remounts the screen. */
export function LeagueRoute() {
  const { id }: { id?: string } = useParams({ strict: false });
  const { code } = useAddress().search;
  return <LeagueScreen key={`${id} ${code}`} id={Number(id)} {...(code !== undefined && { code })} />;
}
