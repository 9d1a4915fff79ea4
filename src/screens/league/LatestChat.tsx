import { MessagesSquare } from 'lucide-react';
import { useT } from '#i18n/react.tsx';
import { useMachines } from '#screens/app-context.tsx';
import { useOpenSheet } from '#screens/search-params.ts';
import { useList } from '#screens/use-list.ts';
import { IconButton } from '#ui/primitives/IconButton.tsx';

/** Opens the chat of a league's pinned or latest game; nothing before the first. */
export function LatestChat({ section }: { section: number }) {
  const t = useT();
  const openSheet = useOpenSheet();
  const { lists } = useMachines();
  const { rows, loading } = useList(
    lists.games,
    { filters: { section }, limit: 1 },
    { kind: 'latestGame', league: section },
  );
  const [game] = rows;
  // Keeps its space while loading, so that the name beside it does not wrap again.
  if (!game && !loading) return null;
  return (
    <IconButton
      label={t('latestChat')}
      size="small"
      disabled={!game}
      onClick={() => game && openSheet('chat', game.id)}
    >
      <MessagesSquare size={20} />
    </IconButton>
  );
}
