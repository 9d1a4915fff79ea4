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
 * A typed placeholder for a call to the outside world. `src/app` provides the implementation;
 * without one, the call rejects with the port's name.
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

/** Sent to the store of a value: keep it on the device; null deletes it. */
export type KeepValue<Value> = { type: 'value.keep'; value: Value | null };
/** Sent by the store: another tab wrote the value or deleted it (null); or it cleared the storage, for stores that report so. */
export type ValueChanged<Value> = { type: 'value.changed'; value: Value | null };
/** Sent to the store of a record: keep one entry on the device; null deletes it. */
export type KeepEntry<Value> = { type: 'entry.keep'; entry: string; value: Value | null };
/** Sent by the store: another tab wrote an entry, or deleted it (null). */
export type EntryChanged<Value> = { type: 'entry.changed'; entry: string; value: Value | null };

/**
 * The two ports of a value stored on the device. `load` resolves with it, or null if there is none or it is unreadable;
 * `keep` is invoked as long as the value may change. `src/app/stored-value.ts` provides both.
 */
export const storedValue = <Value, Key extends NonReducibleUnknown>(name: string) => ({
  load: port<Value | null, Key>(`load ${name}`),
  keep: streamPort<ValueChanged<Value>, Key, KeepValue<Value>>(`keep ${name}`),
});

/** The two ports of a record, whose entries are stored separately so that tabs do not overwrite each other's. */
export const storedRecord = <Value, Key extends NonReducibleUnknown>(name: string) => ({
  load: port<Readonly<Record<string, Value>>, Key>(`load ${name}`),
  keep: streamPort<EntryChanged<Value>, Key, KeepEntry<Value>>(`keep ${name}`),
});

/** The `types` of a machine for `setup`, which uses the type and never reads the value. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a value that nobody reads
export const setupTypes = <Types>(): Types => ({}) as Types;
