import { useParams } from '@tanstack/react-router';
import { useAddress } from '#screens/hooks.ts';
import { LeagueScreen } from './LeagueScreen.tsx';

/** `/section/{id}?code=`: another league is another screen. */
export function LeagueRoute() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { code } = useAddress().search;
  return <LeagueScreen key={id} id={Number(id)} {...(code !== undefined && { code })} />;
}
