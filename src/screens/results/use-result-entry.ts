import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Item } from '#contract/models.ts';
import type { resultEntry } from '#machines/result-entry.ts';
import { useEmitted, usePersistedDraft } from '#screens/actor-hooks.ts';
import { useMachines, useTabStorage } from '#screens/app-context.tsx';
import { resultDraftOf, readResultDraft } from './result-step.ts';

/**
 * The result entry actor of one item, synced with it; `arrived` is called with each saved item. A typed draft
 * survives a reload.
 */
export function useResultEntry(item: Item, arrived: (item: Item) => void): ActorRefFrom<typeof resultEntry> {
  const key = `result:${item.id}`;
  const draft = readResultDraft(useTabStorage().read(key), item);
  const actor = useActorRef(useMachines().results, { input: { item, ...(draft && { draft }) } });
  usePersistedDraft(key, actor, resultDraftOf);
  useEmitted(actor, 'item.arrived', (event) => arrived(event.item));
  useEffect(() => actor.send({ type: 'item.synced', item }), [actor, item]);
  return actor;
}
