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

/** A port that stays open: it sends `Sent` events to the machine and receives `Received` events from it. */
export function streamPort<
  Sent extends EventObject,
  Input extends NonReducibleUnknown,
  Received extends EventObject = AnyEventObject,
>(name: string): CallbackActorLogic<Received, Input, Sent> {
  return fromCallback<Received, Input, Sent>(() => {
    throw new Error(`port ${name} was not provided`);
  });
}

/** To the store of a value: keep it on the device; null deletes it. */
export type KeepValue<Value> = { type: 'value.keep'; value: Value | null };
/** From the store: another tab wrote the value, or, where that is reported, cleared the browser's storage. */
export type ValueChanged<Value> = { type: 'value.changed'; value: Value | null };
/** To the store of a record: keep one entry on the device; null deletes it. */
export type KeepEntry<Value> = { type: 'entry.keep'; entry: string; value: Value | null };
/** From the store: another tab has written an entry, or deleted it. */
export type EntryChanged<Value> = { type: 'entry.changed'; entry: string; value: Value | null };

/**
 * The two ports of a value on the device: `load` it once, null where there is none that can be read, and `keep`,
 * invoked as long as it may change. `src/app/stored-value.ts` provides both.
 */
export const storedValue = <Value, Key extends NonReducibleUnknown>(name: string) => ({
  load: port<Value | null, Key>(`load ${name}`),
  keep: streamPort<ValueChanged<Value>, Key, KeepValue<Value>>(`keep ${name}`),
});

/** The same for values of one kind by name, each stored apart so that two tabs do not overwrite each other's. */
export const storedRecord = <Value, Key extends NonReducibleUnknown>(name: string) => ({
  load: port<Readonly<Record<string, Value>>, Key>(`load ${name}`),
  keep: streamPort<EntryChanged<Value>, Key, KeepEntry<Value>>(`keep ${name}`),
});

/** The types of a machine for `setup`, which reads them and never the value. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a value that nobody reads
export const setupTypes = <Types>(): Types => ({}) as Types;
