import * as v from 'valibot';
import type { KeyValueStore } from '#actors/storage.ts';
import { Kept } from '#domain/kept.ts';

/** Where the last answers lie: the first page of the feed, a league, its table and the member's place in it, one of each. */
const prefix = 'last:';
/** In characters. What is longer is not kept. */
const longest = 250_000;

const Envelope = v.object({ of: v.string(), value: v.unknown() });

/** Removes what the session that has ended was answered. */
export function forgetAnswers(storage: KeyValueStore): void {
  for (const name of Object.keys(storage.readAll(prefix))) storage.write(prefix + name, null);
}

type Place<Value> = {
  /** One answer is kept under a name. */
  readonly name: 'feed' | 'league' | 'place' | 'standings';
  readonly params: unknown;
  /** What it does not know is no answer. */
  readonly schema: v.GenericSchema<unknown, Value>;
};

/**
 * The answers that a page begins with, on the device, for the next page to begin with. They are given only to whoever they were
 * given to, in the language they are in, by the version that has kept them, once a page: then the server is asked.
 */
export function lastAnswers(
  storage: KeyValueStore,
  reader: () => { readonly member: number | null; readonly language: string; readonly version: string },
) {
  const read = new Set<string>();
  return {
    async of<Value>(
      { name, params, schema }: Place<Value>,
      ask: () => Promise<Value>,
    ): Promise<Value | Kept<Value>> {
      const { member, ...rest } = reader();
      const of = JSON.stringify({ member, ...rest, params });
      if (!read.has(name)) {
        read.add(name);
        const kept = v.safeParse(Envelope, storage.read(prefix + name));
        const value = kept.success && kept.output.of === of && v.safeParse(schema, kept.output.value);
        if (value && value.success) return new Kept(value.output);
      }
      const value = await ask();
      // Whoever has left meanwhile leaves nothing.
      if (member !== null && reader().member === member) {
        const isShort = JSON.stringify(value).length <= longest;
        storage.write(prefix + name, isShort ? { of, value } : null);
      }
      return value;
    },
  };
}

export type LastAnswers = ReturnType<typeof lastAnswers>;
