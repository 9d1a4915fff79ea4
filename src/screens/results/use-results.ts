import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Item } from '#contract/models.ts';
import type { resultEntry } from '#machines/result-entry.ts';
import { useEmitted, useKept } from '#screens/hooks.ts';
import { useMachines, useMemory } from '#screens/kit.tsx';
import { draftOf, readDraft } from './step.ts';

/**
 * The result entry actor of one item, synced with it; `arrived` is called with each saved item. A typed draft
 * survives a reload.
 */
export function useResults(item: Item, arrived: (item: Item) => void): ActorRefFrom<typeof resultEntry> {
  const key = `result:${item.id}`;
  const draft = readDraft(useMemory().read(key), item);
  const actor = useActorRef(useMachines().results, { input: { item, ...(draft && { draft }) } });
  useKept(key, actor, draftOf);
  useEmitted(actor, 'item.arrived', (event) => arrived(event.item));
  useEffect(() => actor.send({ type: 'item.synced', item }), [actor, item]);
  return actor;
}
