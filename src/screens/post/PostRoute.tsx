import { useParams } from '@tanstack/react-router';
import { useAddress } from '#screens/hooks.ts';
import { GameScreen } from './GameScreen.tsx';
import { WordsScreen } from './WordsScreen.tsx';

/** `/post/{id}`: one game by its number, or words for everyone by their name. */
export function PostRoute() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { code } = useAddress().search;
  if (!/^\d+$/.test(id)) return <WordsScreen key={id} slug={id} />;
  return <GameScreen key={id} id={Number(id)} {...(code !== undefined && { code })} />;
}
