import { useActorRef, useSelector } from '@xstate/react';
import type { Item } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useMachines } from '#screens/app-context.tsx';
import { useLiveRefresh } from '#screens/use-live-refresh.ts';
import { LeagueUnavailable } from '#screens/league/LeaguePreview.tsx';
import { useSearchParams } from '#screens/search-params.ts';
import { NotFound } from '#screens/shell/NotFound.tsx';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { ItemView } from './ItemView.tsx';

/** Route `/item?id=`: one item with its score, pick, everybody's bets with reasons, and its timeline. */
export function ItemScreen() {
  const { id } = useSearchParams().search;
  return id === undefined ? <LeagueUnavailable /> : <ItemLoader key={id} id={id} />;
}

function ItemLoader({ id }: { id: number }) {
  const t = useT();
  const actor = useActorRef(useMachines().resources.item, { input: { id } });
  const item = useSelector(actor, ({ context }) => context.value);
  const failure = useSelector(actor, ({ context }) => context.failure);
  const missing = useSelector(actor, (snapshot) => snapshot.matches('missing'));
  const failed = useSelector(actor, (snapshot) => snapshot.matches('failed'));
  const refresh = () => actor.send({ type: 'resource.refresh' });
  useLiveRefresh({ kind: 'item', item: id, game: item?.post ?? null }, refresh);
  if (missing) return <NotFound />;
  if (failed) return <ErrorState text={t(`failure.${failure?.kind ?? 'offline'}`)} onRetry={refresh} />;
  if (!item) return <Skeleton shape="card" count={3} />;
  return <ItemWithGame item={item} onChanged={refresh} />;
}

/** The item with its game, which says whose it is and whether the caller is staff. */
function ItemWithGame({ item, onChanged }: { item: Item; onChanged: () => void }) {
  const actor = useActorRef(useMachines().resources.post, { input: { id: item.post } });
  const post = useSelector(actor, ({ context }) => context.value);
  useLiveRefresh({ kind: 'game', game: item.post }, () => actor.send({ type: 'resource.refresh' }));
  return <ItemView item={item} post={post} onChanged={onChanged} />;
}
