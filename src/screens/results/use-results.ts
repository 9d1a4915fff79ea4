import { useActorRef } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Item } from '#contract/models.ts';
import type { results } from '#machines/results.ts';
import { useMachines } from '#screens/kit.tsx';

/** An owner's actor for one item, kept current with it; `arrived` hears every answer of the server's. */
export function useResults(item: Item, arrived: (item: Item) => void): ActorRefFrom<typeof results> {
  const actor = useActorRef(useMachines().results, { input: { item } });
  const tell = useEffectEvent(arrived);
  useEffect(() => actor.send({ type: 'item.synced', item }), [actor, item]);
  useEffect(() => {
    const subscription = actor.on('item.arrived', (event) => tell(event.item));
    return () => subscription.unsubscribe();
  }, [actor]);
  return actor;
}
