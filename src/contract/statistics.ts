import * as v from 'valibot';
import type { CallSpec } from './auth.ts';
import { MemberCard } from './core-models.ts';
import { Id, Timestamp } from './primitives.ts';
import { QueryId } from './list-query.ts';

/**
 * What a league's ledger and its opened bets say. Counted are items that have ended: a void item never counts, and of what
 * has not started no pick is read. Told of are the members of the table, those who are in the league now: who has left
 * wins no round, and is nobody's rival. Items come in the order they ended in, two of one moment by their ids. A vote
 * that ended without a result was a poll: it counts as an item that was bet on, as in the table, but nobody could score.
 * The median of a missed round is among a member's points from that round on, in the table and the race alone: it is of
 * no item, and wins no round.
 */

/** The fewest items that an average of a team, or a likeness of two members, is told from. */
export const minSample = 3;
/** Members whose way through the table is told, beside the caller. */
export const maxRacers = 10;
/** The latest rounds, which are told one by one. */
export const maxRounds = 100;
/** Winners of one round that are named. */
export const maxWinners = 10;
/** The members most alike, which are listed. */
export const maxRivals = 50;

/** An item in a member's form; `none`: they had not bet on it. */
export const FormItem = v.object({
  item: Id,
  /** Null where its game was deleted. */
  name: v.nullable(v.string()),
  points: v.number(),
  mark: v.picklist(['exact', 'hit', 'missed', 'none']),
});

/**
 * A member's points with a team: `bets` items on which they bet on it, and the points of these items together. A score
 * is a bet on both its teams, a vote and a balance on the options that were chosen, digits on each option that has one.
 * A pair is a team of its own. Named as in the last of these items.
 */
export const TeamScore = v.object({ name: v.string(), bets: v.number(), points: v.number() });

/**
 * Two members on the items that both have bet on, in games that are not deleted: `shared` of them, on `same` of which they
 * picked alike, and `gained` is what the other has of these items' points more than the member. Alike are two scores with
 * one outcome, votes for the same options, balances with the most votes on the same options, and equal digits.
 */
export const Rival = v.object({
  member: MemberCard,
  shared: v.number(),
  same: v.number(),
  gained: v.number(),
});
export type Rival = v.InferOutput<typeof Rival>;

export const MemberStatistics = v.object({
  /** Items that ended while the member was in the league, and others that they have bet on. */
  played: v.number(),
  /** Those they have bet on, and the points of these: the table's. */
  bets: v.number(),
  points: v.number(),
  /** Scores they have bet on, and how they hit: exact, else the difference, else the outcome. */
  scores: v.number(),
  exact: v.number(),
  difference: v.number(),
  outcome: v.number(),
  /** The last five of the items played, without polls, the newest first. */
  form: v.array(FormItem),
  /** Items played in a row, without polls, each with points: the most there were, and up to the newest. One without a bet ends it. */
  longest: v.number(),
  streak: v.number(),
  /**
   * The teams with the highest and the lowest points a bet, of those with `minSample` bets; of equal ones the first by
   * name, then by id. No team is both: `worst` is null then.
   */
  best: v.nullable(TeamScore),
  worst: v.nullable(TeamScore),
  /** The other members, `maxRivals` at most: the largest part of alike picks first, of equal ones who shares more, then by name. */
  rivals: v.array(Rival),
  /** The first of all of these who shares `minSample` items. */
  alike: v.nullable(Rival),
  /** Who of them gained the most, at least one point; of equal ones who shares less, then by name. */
  nemesis: v.nullable(Rival),
});
export type MemberStatistics = v.InferOutput<typeof MemberStatistics>;

/** A game of which an item has ended; the rounds come in the order in which the last of these ended, then by id. */
export const Round = v.object({
  post: Id,
  /** The first line of the game's text, else its first item's name; null where it was deleted. */
  name: v.nullable(v.string()),
  /** When the last of its items that have ended did. */
  at: Timestamp,
  /** Items that have ended, and that are still open or started: with any left, who leads has not won yet. */
  items: v.number(),
  left: v.number(),
  /** The most points that a member has of it, and who has: `maxWinners` at most by name, of `ahead`. Nobody where it is 0. */
  points: v.number(),
  winners: v.array(MemberCard),
  ahead: v.number(),
});
export type Round = v.InferOutput<typeof Round>;

/** A member's way through the table: points before the first round told, and after each one; the last are the table's. */
export const Racer = v.object({
  member: MemberCard,
  rank: v.number(),
  before: v.number(),
  points: v.array(v.number()),
});
export type Racer = v.InferOutput<typeof Racer>;

export const LeagueStatistics = v.object({
  /** The latest `maxRounds` rounds, the oldest first. */
  rounds: v.array(Round),
  /** The first `maxRacers` of the table, and the caller where they are in it, in the table's order. */
  race: v.array(Racer),
  /**
   * Items that are open or started in games that are not deleted, and the most points that one member could still have of
   * them by their rules: each right in all it can be, one of few where that pays, and the joker of a game on the item
   * of these that is worth most.
   */
  left: v.object({ items: v.number(), points: v.number() }),
});
export type LeagueStatistics = v.InferOutput<typeof LeagueStatistics>;

/** Calls of statistics: seen where the table is. */
export const statisticsCalls = {
  leagueStatistics: {
    method: 'GET',
    path: 'statistics/',
    open: true,
    query: v.strictObject({ section: QueryId }),
    answer: LeagueStatistics,
  },
  /** Of one member of the table. */
  memberStatistics: {
    method: 'GET',
    path: 'memberStatistics/',
    open: true,
    query: v.strictObject({ section: QueryId, member: QueryId }),
    answer: MemberStatistics,
  },
} as const satisfies Record<string, CallSpec>;
