import { useState } from 'react';
import type { Item, Post } from '#contract/models.ts';
import { useMachines, useMe } from '#screens/app-context.tsx';
import { openedMatch } from '#screens/item-card/opened-match.ts';
import { useLiveRefresh } from '#screens/use-live-refresh.ts';
import { GameGone, LeagueUnavailable } from '#screens/league/LeaguePreview.tsx';
import { useSearchParam } from '#screens/search-params.ts';
import { NotFound } from '#screens/shell/NotFound.tsx';
import { useResource } from '#screens/use-resource.ts';
import { StaleNote } from '#screens/StaleNote.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { ItemView } from './ItemView.tsx';

/** Route `/item?id=`: one item with its score, pick, everybody's bets with reasons, and its timeline. */
export function ItemScreen() {
  const id = useSearchParam((search) => search.id);
  return id === undefined ? <NotFound /> : <ItemPage key={id} id={id} />;
}

export function ItemPage({ id }: { id: number }) {
  const { value, stale, removed, notFound, failure, refresh } = useResource(useMachines().resources.item, {
    id,
  });
  const member = useMe()?.id ?? null;
  const [opened] = useState(() => openedMatch(id, member));
  const item = value ?? opened?.item;
  useLiveRefresh({ kind: 'item', item: id, game: item?.post ?? null }, refresh);
  // Opened from a list, it was shown before it was loaded.
  if (removed || (notFound && opened)) return <GameGone />;
  if (notFound) return <LeagueUnavailable />;
  if (failure && !item) return <LoadError failure={failure} onRetry={refresh} />;
  if (!item) return <Skeleton shape="match" />;
  return (
    <>
      <StaleNote {...stale} />
      <ItemWithGame item={item} isWhole={value !== null} known={opened?.post ?? null} onChanged={refresh} />
    </>
  );
}

type Props = { item: Item; isWhole: boolean; known: Post | null; onChanged: () => void };

/** The item with its game, which has the league and the caller's role. */
function ItemWithGame({ item, isWhole, known, onChanged }: Props) {
  const game = useResource(
    useMachines().resources.post,
    { id: item.post },
    { kind: 'game', game: item.post },
  );
  const post = game.value ?? known;
  // Both together: title and actions need the game, and nothing moves when it is loaded.
  if (!post && !game.notFound && !game.failure) return <Skeleton shape="match" />;
  return <ItemView item={item} isWhole={isWhole} post={post} onChanged={onChanged} />;
}
