import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Item } from '#contract/models.ts';
import type { resultEntry } from '#machines/result-entry.ts';
import { useEmitted } from '#screens/actor-hooks.ts';
import { useMachines } from '#screens/app-context.tsx';

/** The result entry actor of one item, synced with it; `onUpdated` is called with each saved item. */
export function useResultEntry(
  item: Item,
  onUpdated: (item: Item) => void,
): ActorRefFrom<typeof resultEntry> {
  const actor = useActorRef(useMachines().resultEntry, { input: { item } });
  useEmitted(actor, 'item.updated', (event) => onUpdated(event.item));
  useEffect(() => actor.send({ type: 'item.synced', item }), [actor, item]);
  return actor;
}
