import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Item } from '#contract/models.ts';
import type { resultEntry } from '#machines/result-entry.ts';
import { useEmitted, usePersistedDraft } from '#screens/actor-hooks.ts';
import { useMachines } from '#screens/app-context.tsx';
import { resultDraftOf, limitedTo } from './result-step.ts';

/**
 * The result entry actor of one item, synced with it; `arrived` is called with each saved item. A typed draft
 * survives a reload.
 */
export function useResultEntry(item: Item, arrived: (item: Item) => void): ActorRefFrom<typeof resultEntry> {
  const { results, drafts } = useMachines();
  const draft = drafts.result.load(item.id);
  const actor = useActorRef(results, { input: { item, ...(draft && { draft: limitedTo(item, draft) }) } });
  usePersistedDraft(drafts.result, item.id, actor, resultDraftOf);
  useEmitted(actor, 'item.arrived', (event) => arrived(event.item));
  useEffect(() => actor.send({ type: 'item.synced', item }), [actor, item]);
  return actor;
}
