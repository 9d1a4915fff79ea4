import type { Language } from '#contract/language.ts';
import type { Competition, CompetitionMatch } from '#server/competitions/competition-format.ts';
import { groupName } from '#server/texts/group-name.ts';
import type { GameGroup, PlannedItem } from './game-plan.ts';

const day = 24 * 60 * 60_000;
const week = 7 * day;

/** A round whose game, or the rest of it, is to be made: each group is a match, by kick-off. */
export type PlannedRound = {
  readonly round: string;
  readonly name: string;
  readonly matches: readonly string[];
  readonly groups: readonly GameGroup[];
  readonly items: readonly PlannedItem[];
};

const datesOf = ({ matches }: Competition): number[] =>
  matches.flatMap(({ date }) => (date === null ? [] : [Date.parse(date)]));

/** Whether every match has kicked off. */
export const isOver = (competition: Competition, now: Date): boolean =>
  competition.matches.every(({ date }) => date !== null && Date.parse(date) <= now.getTime());

/** Days by which a competition that is over moves when it is played again: whole weeks, its first match a day ahead at least. */
export function replayShift(competition: Competition, now: Date): number {
  const ahead = now.getTime() + day - Math.min(...datesOf(competition));
  return Math.max(0, Math.ceil(ahead / week)) * 7;
}

/** The first and the last kick-off as they would be played; null where no date is known. */
export function datesWithShift(
  competition: Competition,
  shiftDays: number,
): { first: string | null; last: string | null } {
  const dates = datesOf(competition).map((at) => at + shiftDays * day);
  if (dates.length === 0) return { first: null, last: null };
  const iso = (at: number) => new Date(at).toISOString();
  return { first: iso(Math.min(...dates)), last: iso(Math.max(...dates)) };
}

const shifted = (date: string | null, days: number) =>
  date === null ? null : new Date(Date.parse(date) + days * day).toISOString();

type Playable = CompetitionMatch & { home: { team: string }; away: { team: string } };
const hasTeams = (match: CompetitionMatch): match is Playable =>
  match.home.team !== undefined && match.away.team !== undefined;

/**
 * The matches that can be made into items now and were not: both teams are known, and the kick-off is ahead. Nobody
 * can bet on one that was played, or on a slot: a slot's match is made once its teams are known. Rounds whose games were
 * `removed` stay removed.
 */
export function matchesToMake(
  { matches }: Competition,
  {
    made,
    removed,
    shiftDays,
    now,
  }: { made: ReadonlySet<string>; removed: ReadonlySet<string>; shiftDays: number; now: Date },
): Playable[] {
  return matches.filter(hasTeams).filter(({ id, round, date }) => {
    const at = shifted(date, shiftDays);
    return !made.has(id) && !removed.has(round) && (at === null || Date.parse(at) > now.getTime());
  });
}

/** By kick-off, those without one last; then as the competition lists them. */
const byKickOff = (one: CompetitionMatch, other: CompetitionMatch) =>
  (one.date === null ? Infinity : Date.parse(one.date)) -
    (other.date === null ? Infinity : Date.parse(other.date)) || 0;

/** The rounds of these matches as games, from the last to the first: the nearest is the newest in the feed. */
export function planRounds(
  competition: Competition,
  matches: readonly Playable[],
  {
    optionOf,
    shiftDays,
    language,
  }: {
    /** By team. */
    optionOf: ReadonlyMap<string, number>;
    shiftDays: number;
    language: Language | null;
  },
): PlannedRound[] {
  const nameIn = language === 'en' ? 'en' : 'heb';
  return competition.rounds.toReversed().flatMap((round) => {
    const own = matches.filter((match) => match.round === round.id).toSorted(byKickOff);
    if (own.length === 0) return [];
    const name = round.name[nameIn];
    const groups = own.map(({ home, away, date }) => ({
      name: '',
      entries: [home, away].map(({ team }) => [optionOf.get(team) ?? 0]),
      dates: [shifted(date, shiftDays)],
    }));
    const items = groups.map(({ entries, dates }, at) => ({
      group: at,
      leg: 1,
      entries,
      date: dates[0] ?? null,
      words: { groupName: groupName(own[at]?.group ?? null, language), roundName: name },
    }));
    return [{ round: round.id, name, matches: own.map(({ id }) => id), groups, items }];
  });
}
