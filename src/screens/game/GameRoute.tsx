import { useParams } from '@tanstack/react-router';
import { useSearchParams } from '#screens/search-params.ts';
import { GameScreen } from './GameScreen.tsx';
import { StaticPageScreen } from '#screens/static-page/StaticPageScreen.tsx';

/** Route `/post/{id}`: a game by its number, or a static page by its slug. */
export function GameRoute() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const { code } = useSearchParams().search;
  if (!/^\d+$/.test(id)) return <StaticPageScreen key={id} slug={id} />;
  return <GameScreen key={`${id} ${code}`} id={Number(id)} {...(code !== undefined && { code })} />;
}
