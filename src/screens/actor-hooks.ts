import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import type {
  Actor,
  ActorRef,
  AnyActorLogic,
  AnyActorRef,
  EventObject,
  OutputFrom,
  Snapshot,
  SnapshotFrom,
} from 'xstate';
import type { Failure } from '#contract/failures.ts';
import type { TabValue } from './app-context.tsx';

type WithSnapshot<Of> = Pick<AnyActorRef, 'subscribe'> & { getSnapshot(): Of };

/** Whether the actor is at work on what was asked of it. */
export const useBusy = (actor: WithSnapshot<{ hasTag(tag: 'busy'): boolean }>): boolean =>
  useSelector(actor, (snapshot) => snapshot.hasTag('busy'));

/** Why the actor has failed; null while it is in no state of failure. */
export const useFailure = (
  actor: WithSnapshot<{ hasTag(tag: 'failed'): boolean; context: { failure: Failure | null } }>,
): Failure | null =>
  useSelector(actor, (snapshot) => (snapshot.hasTag('failed') ? snapshot.context.failure : null));

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
