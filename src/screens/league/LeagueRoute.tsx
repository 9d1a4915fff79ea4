import { useParams } from '@tanstack/react-router';
import { useAddress } from '#screens/hooks.ts';
import { LeagueScreen } from './LeagueScreen.tsx';

/** `/section/{id}?code=`: another league is another screen, and so is one that a code opens. */
export function LeagueRoute() {
  const { id }: { id?: string } = useParams({ strict: false });
  const { code } = useAddress().search;
  return <LeagueScreen key={`${id} ${code}`} id={Number(id)} {...(code !== undefined && { code })} />;
}
