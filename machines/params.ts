import { asFailure, type Failure } from '#contract/failures.ts';

/** The output of a port: params for guards and actions of its `onDone`. */
export const outputOf = <Output>({ event }: { event: { output: Output } }): Output => event.output;

/** The failure of a port: params for guards and actions of its `onError`. */
export const failureOf = ({ event }: { event: { error: unknown } }): Failure => asFailure(event.error);

/** The `onError` action that stores the failure; each machine implements `storeFailure`. */
export const storeFailure = { type: 'storeFailure', params: failureOf } as const;

/** The value, asserted to be non-null: for values that the current state guarantees. Throws otherwise. */
export function nonNull<Value>(value: Value | null): Value {
  if (value === null) throw new Error('a value that this state promises is missing');
  return value;
}

/** The event: params for guards and actions of its transition. */
export const eventOf = <E>({ event }: { event: E }): E => event;
