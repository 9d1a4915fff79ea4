import type { Language } from '#contract/language.ts';
import type { Competition, CompetitionMatch } from '#server/competitions/competition-format.ts';
import { shiftDate, type PlayableMatch } from '#server/competitions/schedule.ts';
import type { TournamentQuestion } from '#server/competitions/questions.ts';
import { groupName } from '#server/texts/group-name.ts';
import { questionTexts } from '#server/texts/tournament-questions.ts';
import type { GameGroup, PlannedItem } from './game-plan.ts';

/** A round whose game, or the missing part of it, is to be created. Each group is a match; ordered by kick-off. */
export type PlannedRound = {
  readonly round: string;
  readonly name: string;
  readonly matches: readonly string[];
  readonly groups: readonly GameGroup[];
  readonly items: readonly PlannedItem[];
};

/** Compares by kick-off, those without one last; two without one give NaN, which keeps the competition's order. */
const byKickOff = (one: CompetitionMatch, other: CompetitionMatch) =>
  (one.date === null ? Infinity : Date.parse(one.date)) -
  (other.date === null ? Infinity : Date.parse(other.date));

/** Plans the games of these matches' rounds, last round first, so that the next round becomes the newest in the feed. */
export function planRounds(
  competition: Competition,
  matches: readonly PlayableMatch[],
  {
    optionOf,
    shiftDays,
    language,
  }: {
    /** Option ids by team id. */
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

/** A game of questions of one kind, one item each. */
export type PlannedQuestions = {
  readonly kind: TournamentQuestion['kind'];
  readonly description: string;
  /** Points for a correct answer. */
  readonly points: number;
  readonly groups: readonly GameGroup[];
  readonly items: readonly PlannedItem[];
};

const questionPoints = { champion: 10, group: 3 } as const;

/** Plans the games of questions: group winners first, then the champion, which becomes the newest in the feed. */
export function planQuestions(
  questions: readonly TournamentQuestion[],
  { optionOf, language }: { optionOf: ReadonlyMap<string, number>; language: Language | null },
): PlannedQuestions[] {
  return (['group', 'champion'] as const).flatMap((kind) => {
    const own = questions.filter((question) => question.kind === kind);
    if (own.length === 0) return [];
    const groups = own.map(({ group, teams, date }) => ({
      name: groupName(group, language),
      entries: teams.map((team) => [optionOf.get(team) ?? 0]),
      dates: [date],
    }));
    const items = groups.map(({ entries }, at) => ({
      group: at,
      leg: 1,
      entries,
      date: own[at]?.date ?? null,
    }));
    return [
      { kind, description: questionTexts(language)[kind], points: questionPoints[kind], groups, items },
    ];
  });
}
