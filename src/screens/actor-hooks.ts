import { useEffect, useEffectEvent } from 'react';
import type { Actor, AnyActorLogic, EmittedFrom, OutputFrom, SnapshotFrom } from 'xstate';
import { useTabStorage } from './app-context.tsx';

/** Calls `heard` with each event of this type that the actor emits. */
export function useEmitted<Logic extends AnyActorLogic, Type extends EmittedFrom<Logic>['type']>(
  actor: Actor<Logic>,
  type: Type,
  heard: (event: Extract<EmittedFrom<Logic>, { type: Type }>) => void,
): void {
  const tell = useEffectEvent(heard);
  useEffect(() => {
    const subscription = actor.on(type, (event) =>
      tell(event as Extract<EmittedFrom<Logic>, { type: Type }>),
    );
    return () => subscription.unsubscribe();
  }, [actor, type]);
}

/** Calls `heard` with the actor's output when it finishes. A stopped actor has none. */
export function useDone<Logic extends AnyActorLogic>(
  actor: Actor<Logic>,
  heard: (output: OutputFrom<Logic>) => void,
): void {
  const tell = useEffectEvent(heard);
  useEffect(() => {
    const subscription = actor.subscribe({
      complete: () => {
        const { status, output } = actor.getSnapshot() as { status: string; output: OutputFrom<Logic> };
        if (status === 'done') tell(output);
      },
    });
    return () => subscription.unsubscribe();
  }, [actor]);
}

/**
 * Stores an actor's draft in the tab's storage on every change; a reload restores it. A finished actor
 * deletes it, a stopped one leaves it.
 */
export function usePersistedDraft<Logic extends AnyActorLogic>(
  key: string,
  actor: Actor<Logic>,
  typed: (snapshot: SnapshotFrom<Logic>) => unknown,
): void {
  const memory = useTabStorage();
  const keep = useEffectEvent(() => {
    const snapshot = actor.getSnapshot();
    const { status } = snapshot as { status: string };
    if (status === 'active') memory.write(key, typed(snapshot));
    if (status === 'done') memory.write(key, null);
  });
  useEffect(() => {
    const subscription = actor.subscribe({ next: () => keep(), complete: () => keep() });
    return () => subscription.unsubscribe();
  }, [actor]);
}
