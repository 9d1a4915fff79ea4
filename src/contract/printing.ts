import * as v from 'valibot';
import type { CallSpec } from './auth.ts';
import { layouts } from './layouts.ts';
import { pageEntries, QueryId } from './list-query.ts';
import { Id, listOf, Timestamp } from './primitives.ts';

/** A member's bets on an item that has started, by itemOption id, and the points they brought so far; null before it ended. */
export const PrintedBets = v.object({
  member: Id,
  name: v.string(),
  picks: v.array(v.object({ id: Id, value: v.number() })),
  points: v.nullable(v.number()),
});
export type PrintedBets = v.InferOutput<typeof PrintedBets>;

/** A started item for the printout. */
export const PrintedItem = v.object({
  id: Id,
  name: v.string(),
  layout: v.picklist(layouts),
  date: v.nullable(Timestamp),
  /** Home before away; `result` once there is one. */
  options: v.array(v.object({ id: Id, name: v.string(), result: v.nullable(v.number()) })),
  picks: v.array(PrintedBets),
});
export type PrintedItem = v.InferOutput<typeof PrintedItem>;

export const PrintedGame = v.object({ id: Id, name: v.string(), items: v.array(PrintedItem) });
export type PrintedGame = v.InferOutput<typeof PrintedGame>;

/** Calls of the printout. */
export const printCalls = {
  /** The games of a league with what of them has started, the oldest first: everybody's bets, as its members may see them. */
  printedGames: {
    method: 'GET',
    path: 'printedGames/',
    query: v.strictObject({ ...pageEntries, section: QueryId }),
    answer: listOf(PrintedGame),
  },
} as const satisfies Record<string, CallSpec>;
