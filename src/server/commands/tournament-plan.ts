import type { Language } from '#contract/language.ts';
import type { Competition, CompetitionMatch } from '#server/competitions/competition-format.ts';
import { shiftDate, type PlayableMatch } from '#server/competitions/schedule.ts';
import { groupName } from '#server/texts/group-name.ts';
import type { GameGroup, PlannedItem } from './game-plan.ts';

/** A round whose game, or the rest of it, is to be made: each group is a match, by kick-off. */
export type PlannedRound = {
  readonly round: string;
  readonly name: string;
  readonly matches: readonly string[];
  readonly groups: readonly GameGroup[];
  readonly items: readonly PlannedItem[];
};

/** By kick-off, those without one last; then as the competition lists them. */
const byKickOff = (one: CompetitionMatch, other: CompetitionMatch) =>
  (one.date === null ? Infinity : Date.parse(one.date)) -
    (other.date === null ? Infinity : Date.parse(other.date)) || 0;

/** The rounds of these matches as games, from the last to the first: the nearest is the newest in the feed. */
export function planRounds(
  competition: Competition,
  matches: readonly PlayableMatch[],
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
      dates: [shiftDate(date, shiftDays)],
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
