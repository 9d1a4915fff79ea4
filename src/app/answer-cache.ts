import * as v from 'valibot';
import type { KeyValueStore } from '#actors/storage.ts';
import { asFailure, isTransient } from '#contract/failures.ts';
import { CachedAnswer } from '#domain/cached-answer.ts';
import { answerCachePrefix } from './clear-answer-cache.ts';

/** In characters. A longer answer is not stored. */
const longest = 250_000;

const Envelope = v.object({ of: v.string(), at: v.number(), value: v.unknown() });

type Place<Value> = {
  /**
   * One answer is stored under a name: the first page of the feed; a league, its table and the member's place in it; a game,
   * an item and the end of a chat.
   */
  readonly name: 'feed' | 'league' | 'place' | 'standings' | 'game' | 'item' | 'chat';
  readonly params: unknown;
  /** What it does not know is no answer. */
  readonly schema: v.GenericSchema<unknown, Value>;
};
type Ask<Value> = () => Promise<Value>;

/**
 * The last answers of the server, stored on the device. They are given only to the member they were given to, in the language
 * they are in, by the version that stored them, and only until the server has answered this page.
 */
export function createAnswerCache(
  storage: KeyValueStore,
  reader: () => { readonly member: number | null; readonly language: string; readonly version: string },
  now: () => number = Date.now,
) {
  const asked = new Set<string>();
  let hasMissed = false;
  const keyOf = ({ name, params }: Place<unknown>) => name + JSON.stringify({ ...reader(), params });

  /** Null where the server has answered this page, too. */
  function read<Value>(place: Place<Value>): CachedAnswer<Value> | null {
    const of = keyOf(place);
    if (asked.has(of)) return null;
    const cached = v.safeParse(Envelope, storage.read(answerCachePrefix + place.name));
    if (!cached.success || cached.output.of !== of) return null;
    const value = v.safeParse(place.schema, cached.output.value);
    return value.success ? new CachedAnswer(value.output, cached.output.at) : null;
  }

  async function askAndStore<Value>(place: Place<Value>, ask: Ask<Value>): Promise<Value> {
    const { member } = reader();
    const of = keyOf(place);
    const value = await ask().catch((thrown: unknown) => {
      if (isTransient(asFailure(thrown))) hasMissed = true;
      throw thrown;
    });
    asked.add(of);
    // Whoever has left meanwhile leaves nothing.
    if (member !== null && reader().member === member) {
      const isShort = JSON.stringify(value).length <= longest;
      storage.write(answerCachePrefix + place.name, isShort ? { of, at: now(), value } : null);
    }
    return value;
  }

  return {
    /** Whether an answer has failed to come since this was asked last: what is shown may be old. */
    takeMissed: (): boolean => {
      const missed = hasMissed;
      hasMissed = false;
      return missed;
    },
    /** The cached answer, before the server answers; once a page. */
    staleWhileRevalidate: async <Value>(
      place: Place<Value>,
      ask: Ask<Value>,
    ): Promise<Value | CachedAnswer<Value>> => {
      const cached = read(place);
      asked.add(keyOf(place));
      return cached ?? askAndStore(place, ask);
    },
    /** The cached answer, as long as the server cannot be reached: a game and its chat's head ask for the same. */
    staleIfError: <Value>(place: Place<Value>, ask: Ask<Value>): Promise<Value | CachedAnswer<Value>> =>
      askAndStore(place, ask).catch((thrown: unknown) => {
        const cached = isTransient(asFailure(thrown)) ? read(place) : null;
        if (cached) return cached;
        throw thrown;
      }),
  };
}

export type AnswerCache = ReturnType<typeof createAnswerCache>;
