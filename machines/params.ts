import { asFailure, type Failure } from '#contract/failures.ts';

/** What a port resolved with: the params of a guard or an action of its `onDone`. */
export const outputOf = <Output>({ event }: { event: { output: Output } }): Output => event.output;

/** Why a port rejected: the params of a guard or an action of its `onError`. */
export const failureOf = ({ event }: { event: { error: unknown } }): Failure => asFailure(event.error);

/** The action of an `onError` that keeps why its port rejected; each machine says where. */
export const storeFailure = { type: 'storeFailure', params: failureOf } as const;

/** A value that is there in every state that asks for it. */
export function nonNull<Value>(value: Value | null): Value {
  if (value === null) throw new Error('a value that this state promises is missing');
  return value;
}

/** The event itself: the params of a guard or an action of its transition. */
export const eventOf = <E>({ event }: { event: E }): E => event;
