import * as v from 'valibot';
import type { CallSpec } from './auth.ts';
import { MemberCard } from './core-models.ts';
import { Id, Timestamp } from './primitives.ts';
import { QueryId } from './list-query.ts';

/**
 * Statistics of a league's ledger and revealed bets. Only ended items count: void items never do, and picks on items that
 * have not started are not read. Members are those in the league now; those who left win no round and are no rivals. Items
 * are ordered by their end, then by id. A vote that ended without a result was a poll: it counts as bet on, as in the
 * table, but nobody could score. The median of a missed round counts from that round on in the table and the race only:
 * it belongs to no item, and wins no round.
 */

/** Minimum number of items for a team's average or for comparing two members. */
export const minSample = 3;
/** Maximum number of members in the race, besides the caller. */
export const maxRacers = 10;
/** Maximum number of rounds listed, the latest ones. */
export const maxRounds = 100;
/** Maximum number of winners listed for a round. */
export const maxWinners = 10;
/** Maximum number of rivals listed. */
export const maxRivals = 50;

/** An item in a member's form; `none`: no bet. */
export const FormItem = v.object({
  item: Id,
  /** Null if its game was deleted. */
  name: v.nullable(v.string()),
  points: v.number(),
  mark: v.picklist(['exact', 'hit', 'missed', 'none']),
});

/**
 * A member's points with a team: `bets` items with a bet on it, and their total points. A score is a bet on both teams; a
 * vote or balance on the chosen options; digits on each option with one. A pair is a team of its own. Named as in the last
 * of these items.
 */
export const TeamScore = v.object({ name: v.string(), bets: v.number(), points: v.number() });

/**
 * A comparison with another member, on items of existing games that both bet on. `shared`: how many. `same`: with equal
 * picks. `gained`: the other's points on them minus the member's. Equal are scores with the same outcome, votes for the
 * same options, balances with most votes on the same options, and equal digits.
 */
export const Rival = v.object({
  member: MemberCard,
  shared: v.number(),
  same: v.number(),
  gained: v.number(),
});
export type Rival = v.InferOutput<typeof Rival>;

export const MemberStatistics = v.object({
  /** The number of items that ended while the member was in the league, or that they bet on. */
  played: v.number(),
  /** The number of items with a bet, and their points; both as in the table. */
  bets: v.number(),
  points: v.number(),
  /** The number of score bets, and of those that hit: exact, else the difference, else the outcome. */
  scores: v.number(),
  exact: v.number(),
  difference: v.number(),
  outcome: v.number(),
  /** The last five played items without polls, newest first. */
  form: v.array(FormItem),
  /** Consecutive played items with points, without polls: the longest run, and the current one. An item without a bet ends a run. */
  longest: v.number(),
  streak: v.number(),
  /**
   * The teams with the highest and lowest points per bet among those with `minSample` bets; ties by name, then id. If both
   * are the same team, `worst` is null.
   */
  best: v.nullable(TeamScore),
  worst: v.nullable(TeamScore),
  /** At most `maxRivals` other members, by the share of equal picks, then by `shared`, then by name. */
  rivals: v.array(Rival),
  /** The first of all rivals with at least `minSample` shared items. */
  alike: v.nullable(Rival),
  /** The rival with the highest `gained`, at least 1; ties by fewer shared items, then by name. */
  nemesis: v.nullable(Rival),
});
export type MemberStatistics = v.InferOutput<typeof MemberStatistics>;

/** A game with an ended item. Rounds are ordered by the end of their last ended item, then by id. */
export const Round = v.object({
  post: Id,
  /** The first line of the game's text, else its first item's name; null if the game was deleted. */
  name: v.nullable(v.string()),
  /** When its last ended item ended. */
  at: Timestamp,
  /** `items`: ended items. `left`: open or started ones; while there are any, the leaders have not won yet. */
  items: v.number(),
  left: v.number(),
  /** The highest points of a member, those who have them (at most `maxWinners`, by name), and how many they are; none at 0. */
  points: v.number(),
  winners: v.array(MemberCard),
  ahead: v.number(),
});
export type Round = v.InferOutput<typeof Round>;

/** A member's points before the first listed round, and after each round; the last equal the table's. */
export const Racer = v.object({
  member: MemberCard,
  rank: v.number(),
  before: v.number(),
  points: v.array(v.number()),
});
export type Racer = v.InferOutput<typeof Racer>;

export const LeagueStatistics = v.object({
  /** The latest `maxRounds` rounds, oldest first. */
  rounds: v.array(Round),
  /** The first `maxRacers` members of the table, and the caller if they are in it, in the table's order. */
  race: v.array(Racer),
  /**
   * Open and started items of existing games, and the maximum points that one member could still get for them: everything
   * right, with underdog points, and each game's joker on its most valuable item.
   */
  left: v.object({ items: v.number(), points: v.number() }),
});
export type LeagueStatistics = v.InferOutput<typeof LeagueStatistics>;

/** Calls of statistics; visible to whoever may see the table. */
export const statisticsCalls = {
  leagueStatistics: {
    method: 'GET',
    path: 'statistics/',
    open: true,
    query: v.strictObject({ section: QueryId }),
    answer: LeagueStatistics,
  },
  /** The statistics of one member of the table. */
  memberStatistics: {
    method: 'GET',
    path: 'memberStatistics/',
    open: true,
    query: v.strictObject({ section: QueryId, member: QueryId }),
    answer: MemberStatistics,
  },
} as const satisfies Record<string, CallSpec>;
