import * as v from 'valibot';
import type { KeyValueStore } from '#actors/storage.ts';
import { asFailure, isTransient } from '#contract/failures.ts';
import { Kept } from '#domain/kept.ts';
import { answersPrefix } from './forget-answers.ts';

/** In characters. What is longer is not kept. */
const longest = 250_000;

const Envelope = v.object({ of: v.string(), at: v.number(), value: v.unknown() });

type Place<Value> = {
  /**
   * One answer is kept under a name: the first page of the feed; a league, its table and the member's place in it; a game,
   * an item and the end of a chat.
   */
  readonly name: 'feed' | 'league' | 'place' | 'standings' | 'game' | 'item' | 'chat';
  readonly params: unknown;
  /** What it does not know is no answer. */
  readonly schema: v.GenericSchema<unknown, Value>;
};
type Ask<Value> = () => Promise<Value>;

/**
 * The last answers of the server, on the device. They are given only to whoever they were given to, in the language they
 * are in, by the version that has kept them, and only until the server has answered this page.
 */
export function lastAnswers(
  storage: KeyValueStore,
  reader: () => { readonly member: number | null; readonly language: string; readonly version: string },
  now: () => number = Date.now,
) {
  const asked = new Set<string>();
  let hasMissed = false;
  const keyOf = ({ name, params }: Place<unknown>) => name + JSON.stringify({ ...reader(), params });

  /** Null where the server has answered this page, too. */
  function read<Value>(place: Place<Value>): Kept<Value> | null {
    const of = keyOf(place);
    if (asked.has(of)) return null;
    const kept = v.safeParse(Envelope, storage.read(answersPrefix + place.name));
    if (!kept.success || kept.output.of !== of) return null;
    const value = v.safeParse(place.schema, kept.output.value);
    return value.success ? new Kept(value.output, kept.output.at) : null;
  }

  async function askAndKeep<Value>(place: Place<Value>, ask: Ask<Value>): Promise<Value> {
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
      storage.write(answersPrefix + place.name, isShort ? { of, at: now(), value } : null);
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
    /** What is kept, before the server answers; once a page. */
    beforeAnswer: async <Value>(place: Place<Value>, ask: Ask<Value>): Promise<Value | Kept<Value>> => {
      const kept = read(place);
      asked.add(keyOf(place));
      return kept ?? askAndKeep(place, ask);
    },
    /** What is kept, as long as the server cannot be reached: a game and its chat's head ask for the same. */
    withoutAnswer: <Value>(place: Place<Value>, ask: Ask<Value>): Promise<Value | Kept<Value>> =>
      askAndKeep(place, ask).catch((thrown: unknown) => {
        const kept = isTransient(asFailure(thrown)) ? read(place) : null;
        if (kept) return kept;
        throw thrown;
      }),
  };
}

export type LastAnswers = ReturnType<typeof lastAnswers>;
