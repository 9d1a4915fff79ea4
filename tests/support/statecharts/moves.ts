import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { FailureError, type Failure } from '#contract/failures.ts';

type IsOffered = (snapshot: AnyMachineSnapshot) => boolean;

/** Something that can happen to a machine, and how a replay causes it. */
export type Move = {
  readonly how: 'send' | 'done' | 'error' | 'child' | 'after' | 'delayed';
  /** The id of the actor that answers or sends, or the delay's name. */
  readonly id: string;
  readonly event: AnyEventObject;
  readonly ms?: number | ((before: AnyMachineSnapshot) => number);
  readonly when?: IsOffered;
};

const moves = new WeakSet<object>();

function move(made: Move): Move {
  moves.add(made);
  return made;
}

export function asMove(given: AnyEventObject | Move): Move {
  return moves.has(given) ? (given as Move) : { how: 'send', id: '', event: given as AnyEventObject };
}

/** The port `id` answers with `output`. */
export const done = <Output>(id: string, output: Output): Move =>
  move({ how: 'done', id, event: { type: `xstate.done.actor.${id}`, output, actorId: id } });

/** The port `id` rejects with a Failure, or with any other error. */
export const error = (
  id: string,
  thrown: { readonly kind: string; readonly [detail: string]: unknown } | Error,
): Move =>
  move({
    how: 'error',
    id,
    event: {
      type: `xstate.error.actor.${id}`,
      error: thrown instanceof Error ? thrown : new FailureError(thrown as Failure),
      actorId: id,
    },
  });

/** The running child `id` (a stream, a spawned machine) sends `event` to the machine. */
export const childSends = (id: string, event: AnyEventObject): Move => move({ how: 'child', id, event });

/** The named delay of an `after` passes; it must have been scheduled for exactly `ms`. */
export const after = (delay: string, ms: NonNullable<Move['ms']>): Move =>
  move({ how: 'after', id: delay, ms, event: { type: `xstate.after.${delay}` } });

/** A `raise` with a delay comes due; `pending` says when the walks may expect it. */
export const raisedAfter = (event: AnyEventObject, ms: NonNullable<Move['ms']>, pending: IsOffered): Move =>
  move({ how: 'delayed', id: '', event, ms, when: pending });

/** Offers a move only in these snapshots: where it can happen, or to keep the graph finite. */
export const when = (offered: IsOffered, given: AnyEventObject | Move): Move =>
  move({ ...asMove(given), when: offered });

/** The xstate events of this move in this snapshot; none where it cannot happen. */
export function eventsOf(given: Move, snapshot: AnyMachineSnapshot): AnyEventObject[] {
  if (given.when && !given.when(snapshot)) return [];
  if (given.how === 'send' || given.how === 'delayed') return [given.event];
  if (given.how !== 'after') return given.id in snapshot.children ? [given.event] : [];
  return snapshot._nodes
    .flatMap((node) => node.after)
    .filter((transition) => transition.delay === given.id)
    .map((transition) => ({ type: transition.eventType }));
}
