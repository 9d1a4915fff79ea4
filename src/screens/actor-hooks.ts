import { useEffect, useEffectEvent } from 'react';
import type { Actor, ActorRef, AnyActorLogic, EventObject, OutputFrom, Snapshot, SnapshotFrom } from 'xstate';
import type { TabValue } from './app-context.tsx';

/** Calls `listener` with each event of this type that the actor emits. */
export function useEmitted<Emitted extends EventObject, Type extends Emitted['type']>(
  actor: Pick<ActorRef<Snapshot<unknown>, EventObject, Emitted>, 'on'>,
  type: Type,
  listener: (event: Emitted & (Type extends '*' ? unknown : { type: Type })) => void,
): void {
  const notify = useEffectEvent(listener);
  useEffect(() => {
    const subscription = actor.on(type, (event) => notify(event));
    return () => subscription.unsubscribe();
  }, [actor, type]);
}

/** Calls `listener` with the actor's output when it finishes. A stopped actor has none. */
export function useDone<Logic extends AnyActorLogic>(
  actor: Actor<Logic>,
  listener: (output: OutputFrom<Logic>) => void,
): void {
  const notify = useEffectEvent(listener);
  useEffect(() => {
    const subscription = actor.subscribe({
      complete: () => {
        const { status, output } = actor.getSnapshot() as { status: string; output: OutputFrom<Logic> };
        if (status === 'done') notify(output);
      },
    });
    return () => subscription.unsubscribe();
  }, [actor]);
}

/**
 * Stores an actor's draft in the tab's storage on every change; a reload restores it. A finished actor
 * deletes it, a stopped one leaves it.
 */
export function usePersistedDraft<Logic extends AnyActorLogic, Draft, Key>(
  drafts: TabValue<Draft, Key>,
  key: Key,
  actor: Actor<Logic>,
  draftOf: (snapshot: SnapshotFrom<Logic>) => Draft | null,
): void {
  const persist = useEffectEvent(() => {
    const snapshot = actor.getSnapshot();
    const { status }: { status: string } = snapshot;
    if (status === 'active') drafts.keep(key, draftOf(snapshot));
    if (status === 'done') drafts.keep(key, null);
  });
  useEffect(() => {
    const subscription = actor.subscribe({ next: () => persist(), complete: () => persist() });
    return () => subscription.unsubscribe();
  }, [actor]);
}
