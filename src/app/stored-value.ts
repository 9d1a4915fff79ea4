import { fromCallback, type NonReducibleUnknown } from 'xstate';
import * as v from 'valibot';
import type { KeyValueStore } from '#actors/storage.ts';
import type { EntryChanged, KeepEntry, KeepValue, ValueChanged } from '#machines/port.ts';
import { withTimeout } from './with-timeout.ts';

type Spec<Value, Key> = {
  /** Where a value lies in the store; of a record, what its entries' names follow. */
  key: (of: Key) => string;
  /** The only reader: what it does not know is no value. */
  schema: v.GenericSchema<unknown, Value>;
  /**
   * What to write, and tell the machine, when another tab clears the storage. Without it, what this page kept is
   * written again.
   */
  cleared?: Value;
  /** After each write of this page. */
  written?: (value: Value | null) => void;
};

/** Reads and writes values of one schema, and follows what other tabs do to them. */
function valuesIn<Value>(store: KeyValueStore, { schema, cleared, written }: Spec<Value, never>) {
  const kept = new Map<string, Value | null>();
  store.watch((key) => {
    if (key !== null) kept.delete(key);
    else for (const [at, value] of kept) store.write(at, cleared ?? value);
  });
  return {
    parse: (stored: unknown): Value | null => {
      const parsed = v.safeParse(schema, stored);
      return parsed.success ? parsed.output : null;
    },
    write: (key: string, value: Value | null): void => {
      kept.set(key, value);
      store.write(key, value);
      written?.(value);
    },
  };
}

/** One value on the device for each key. */
export function storedValue<Value, Key extends NonReducibleUnknown>(
  store: KeyValueStore,
  spec: Spec<Value, Key>,
) {
  const { parse, write } = valuesIn(store, spec);
  const load = (of: Key) => parse(store.read(spec.key(of)));
  return {
    load,
    keep: (of: Key, value: Value | null) => write(spec.key(of), value),
    ports: {
      load: withTimeout<Value | null, Key>(({ input }) => Promise.resolve(load(input))),
      keep: fromCallback<KeepValue<Value>, Key, ValueChanged<Value>>(({ input, receive, sendBack }) => {
        receive(({ value }) => write(spec.key(input), value));
        return store.watch((key) => {
          if (key === spec.key(input)) sendBack({ type: 'value.changed', value: load(input) });
          if (key === null && spec.cleared !== undefined)
            sendBack({ type: 'value.changed', value: spec.cleared });
        });
      }),
    },
  };
}

/** Values by name for each key, in one place of the store each. */
export function storedRecord<Value, Key extends NonReducibleUnknown>(
  store: KeyValueStore,
  spec: Spec<Value, Key>,
) {
  const { parse, write } = valuesIn(store, spec);
  const load = (of: Key): Readonly<Record<string, Value>> =>
    Object.fromEntries(
      Object.entries(store.readAll(spec.key(of))).flatMap(([entry, stored]) => {
        const value = parse(stored);
        return value === null ? [] : [[entry, value]];
      }),
    );
  return {
    ports: {
      load: withTimeout<Readonly<Record<string, Value>>, Key>(({ input }) => Promise.resolve(load(input))),
      keep: fromCallback<KeepEntry<Value>, Key, EntryChanged<Value>>(({ input, receive, sendBack }) => {
        const prefix = spec.key(input);
        receive(({ entry, value }) => write(prefix + entry, value));
        return store.watch((key, value) => {
          if (key?.startsWith(prefix))
            sendBack({ type: 'entry.changed', entry: key.slice(prefix.length), value: parse(value) });
        });
      }),
    },
  };
}
