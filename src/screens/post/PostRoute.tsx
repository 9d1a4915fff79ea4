import { useParams } from '@tanstack/react-router';
import { useAddress } from '#screens/hooks.ts';
import { GameScreen } from './GameScreen.tsx';
import { WordsScreen } from './WordsScreen.tsx';

/** Route `/post/{id}`: a game by its number, or a static page by its slug. */
export function PostRoute() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const { code } = useAddress().search;
  if (!/^\d+$/.test(id)) return <WordsScreen key={id} slug={id} />;
  return <GameScreen key={`${id} ${code}`} id={Number(id)} {...(code !== undefined && { code })} />;
}
