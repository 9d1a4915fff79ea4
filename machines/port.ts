import {
  fromCallback,
  fromPromise,
  type AnyEventObject,
  type CallbackActorLogic,
  type EventObject,
  type NonReducibleUnknown,
  type PromiseActorLogic,
} from 'xstate';

/**
 * A call to the outside world, by its types alone. `src/app` provides the real one;
 * left out, it rejects with its own name instead of doing nothing in silence.
 */
export function port<Output, Input extends NonReducibleUnknown>(
  name: string,
): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`port ${name} was not provided`)));
}

/** The same for a source that keeps talking: it sends `Said` to the machine and hears `Heard` from it. */
export function streamPort<
  Said extends EventObject,
  Input extends NonReducibleUnknown,
  Heard extends EventObject = AnyEventObject,
>(name: string): CallbackActorLogic<Heard, Input, Said> {
  return fromCallback<Heard, Input, Said>(() => {
    throw new Error(`port ${name} was not provided`);
  });
}

/** The types of a machine for `setup`, which reads them and never the value. */
export const setupTypes = <Types>(): Types => ({}) as Types;
