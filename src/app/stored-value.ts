import { fromCallback, type NonReducibleUnknown } from 'xstate';
import * as v from 'valibot';
import type { KeyValueStore } from '#actors/storage.ts';
import type { EntryChanged, KeepEntry, KeepValue, ValueChanged } from '#machines/port.ts';
import { withTimeout } from './with-timeout.ts';

type Spec<Value, Key> = {
  /** The value's key in the store; for a record, the prefix of its entries' keys. */
  key: (of: Key) => string;
  /** Parses stored values; one that does not match counts as missing. */
  schema: v.GenericSchema<unknown, Value>;
  /**
   * The value to write, and to report to the machine, when another tab clears the storage. Without it, this page writes
   * its last values again.
   */
  cleared?: Value;
  /** Called after each write of this page. */
  written?: (value: Value | null) => void;
};

/** Reads and writes values of one schema, and restores them when another tab clears the storage. */
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

/** The ports and direct access of a value stored on the device, one per key. */
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

/** The ports of a record stored on the device, each entry under its own key. */
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
