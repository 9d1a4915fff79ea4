import * as v from 'valibot';
import type { CallSpec } from './auth.ts';
import { Id, listOf } from './primitives.ts';
import { pageEntries, QueryId } from './list-query.ts';

/**
 * A member's bets on an item that has started, with what seals them. `random` and `seal` are null of bets that were
 * saved before there were seals.
 */
export const SealedBets = v.object({
  section: Id,
  item: Id,
  item_name: v.string(),
  member: Id,
  name: v.string(),
  /** The picked values; `id`: the itemOption's. */
  picks: v.array(v.object({ id: Id, name: v.string(), value: v.number() })),
  random: v.nullable(v.string()),
  seal: v.nullable(v.string()),
});
export type SealedBets = v.InferOutput<typeof SealedBets>;

/** Calls of sealed bets. */
export const sealCalls = {
  /** The sealed picks on one item, or on all started items of a league. */
  seals: {
    method: 'GET',
    path: 'seals/',
    query: v.pipe(
      v.strictObject({ ...pageEntries, item: v.optional(QueryId), section: v.optional(QueryId) }),
      v.forward(
        v.check(({ item, section }) => (item === undefined) !== (section === undefined), 'required'),
        ['item'],
      ),
    ),
    answer: listOf(SealedBets),
  },
} as const satisfies Record<string, CallSpec>;

/** The bets as their seal holds them. */
export const betsInSeal = ({ picks }: Pick<SealedBets, 'picks'>): string[] =>
  picks.toSorted((one, other) => one.id - other.id).map(({ id, value }) => `${id}:${value}`);

/**
 * The text that a seal is the SHA-256 of, in UTF-8 and in hexadecimal digits: a line for the version, for the ids of
 * league, item and member, for each bet as `option:value` in the order of the options' ids, and for the random. No line
 * break ends it.
 */
export const sealedText = (sealed: SealedBets): string =>
  ['hevre-seal-1', sealed.section, sealed.item, sealed.member, ...betsInSeal(sealed), sealed.random].join(
    '\n',
  );

/** The short form of a seal for display: its first 8 digits. */
export const shortSeal = (seal: string): string => `${seal.slice(0, 4)} ${seal.slice(4, 8)}`;
