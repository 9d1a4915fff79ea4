import * as v from 'valibot';
import type { KeyValueStore } from '#actors/storage.ts';
import { asFailure, isTransient } from '#contract/failures.ts';
import { CachedAnswer } from '#domain/cached-answer.ts';
import { answerCachePrefix } from './clear-answer-cache.ts';

/** Maximum length of a stored answer, in characters. */
const longest = 250_000;

const Envelope = v.object({ of: v.string(), at: v.number(), value: v.unknown() });

type Place<Value> = {
  /**
   * One answer is stored per name: the feed's first page; a league, its table and the member's place in it; a game, an
   * item and a chat as it opens.
   */
  readonly name: 'feed' | 'league' | 'place' | 'standings' | 'game' | 'item' | 'chat';
  readonly params: unknown;
  /** Parses the stored answer; one that does not match is ignored. */
  readonly schema: v.GenericSchema<unknown, Value>;
};
type Ask<Value> = () => Promise<Value>;

/** Resolves with null in the next task, after what has already come. */
const nextTask = () => new Promise<null>((resolve) => setTimeout(() => resolve(null)));

/**
 * The server's last answers, stored on the device. One is used only by the same member, language and app version, and only
 * where nothing newer is shown (`mayBeCached`).
 */
export function createAnswerCache(
  storage: KeyValueStore,
  reader: () => { readonly member: number | null; readonly language: string; readonly version: string },
  now: () => number = Date.now,
) {
  const asked = new Set<string>();
  let hasMissed = false;
  const keyOf = ({ name, params }: Place<unknown>) => name + JSON.stringify({ ...reader(), params });

  /** What is stored for a place; null if nothing is, or another answer. */
  function stored(place: Place<unknown>) {
    const { success, output } = v.safeParse(Envelope, storage.read(answerCachePrefix + place.name));
    return success && output.of === keyOf(place) ? output : null;
  }

  /** The stored answer; null if there is none. */
  function read<Value>(place: Place<Value>): CachedAnswer<Value> | null {
    const cached = stored(place);
    if (!cached) return null;
    const { success, output } = v.safeParse(place.schema, cached.value);
    return success ? new CachedAnswer(output, cached.at) : null;
  }

  /** Stores an answer that was asked for under the key `of`, unless the member or the language changed meanwhile. */
  function store(place: Place<unknown>, of: string, value: unknown, at: number): void {
    if (reader().member === null || of !== keyOf(place)) return;
    const isShort = JSON.stringify(value).length <= longest;
    storage.write(answerCachePrefix + place.name, isShort ? { of, at, value } : null);
  }

  async function askAndStore<Value>(place: Place<Value>, ask: Ask<Value>): Promise<Value> {
    const of = keyOf(place);
    const value = await ask().catch((thrown: unknown) => {
      const failure = asFailure(thrown);
      if (isTransient(failure)) hasMissed = true;
      // It is gone, or not theirs to see any more.
      else if ((failure.kind === 'not_found' || failure.kind === 'forbidden') && stored(place))
        storage.write(answerCachePrefix + place.name, null);
      throw thrown;
    });
    store(place, of, value, now());
    return value;
  }

  async function staleIfError<Value>(
    place: Place<Value>,
    ask: Ask<Value>,
    mayBeCached = true,
  ): Promise<Value | CachedAnswer<Value>> {
    try {
      return await askAndStore(place, ask);
    } catch (thrown) {
      const cached = mayBeCached && isTransient(asFailure(thrown)) ? read(place) : null;
      if (cached) return cached;
      throw thrown;
    }
  }

  return {
    /** Whether a call failed since this was called last, so that shown data may be outdated. Resets the flag. */
    takeMissed: (): boolean => {
      const missed = hasMissed;
      hasMissed = false;
      return missed;
    },
    /**
     * `staleIfError`, but where this page has not asked the server yet it resolves at once, with what the page's head asked for
     * (`early`) if that has come, else with the cached answer; without either, with `early` when it comes.
     */
    staleWhileRevalidate: async <Value>(
      place: Place<Value>,
      ask: Ask<Value>,
      mayBeCached = true,
      early: Ask<CachedAnswer<Value> | null> = () => Promise.resolve(null),
    ): Promise<Value | CachedAnswer<Value>> => {
      const of = keyOf(place);
      const isFirst = mayBeCached && !asked.has(of);
      asked.add(of);
      if (!isFirst) return staleIfError(place, ask, mayBeCached);
      const arrived = await Promise.race([early(), nextTask()]);
      const cached = arrived ? null : read(place);
      if (cached) return cached;
      const first = arrived ?? (await early());
      // Whoever leaves before the server's answer finds what was shown.
      if (first) store(place, of, first.answer, first.cachedAt);
      return first ?? staleIfError(place, ask);
    },
    /** Resolves with the server's answer; after a transient failure with the cached one, unless something is shown (`mayBeCached`). */
    staleIfError,
  };
}

export type AnswerCache = ReturnType<typeof createAnswerCache>;
