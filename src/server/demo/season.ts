import {
  roundOf,
  type SourceMatch,
  type SourceScore,
  type SourceTeam,
} from '#server/competitions/sources/source.ts';
import { seededRandom } from './bets.ts';

/** A season of eight teams, each pair playing twice: a match every five minutes, in which 90 minutes take four. */

const minute = 60_000;
const interval = 5 * minute;
const duration = 4 * minute;

const teams: readonly SourceTeam[] = [
  'אריות הכרמל',
  'נמרי הירקון',
  'יעלי עין גדי',
  'דולפיני אילת',
  'צבאי הגלבוע',
  'עטלפי תל אביב',
  'חסידות החולה',
  'קיפודי ירושלים',
].map((name, at) => ({ id: String(at + 1), name }));

/** A goal; `played` is the elapsed part of the match, from 0 to 1. */
type Goal = { readonly side: 'home' | 'away'; readonly played: number };
type Fixture = {
  readonly matchday: number;
  readonly home: SourceTeam;
  readonly away: SourceTeam;
  readonly goals: readonly Goal[];
};

/** The pairs on a day of a round robin: one place is fixed, the others rotate (circle method). */
function pairsOfDay(day: number, places: number): [number, number][] {
  const moving = places - 1;
  const around = Array.from({ length: places / 2 - 1 }, (_, at): [number, number] => [
    (day + at + 1) % moving,
    (day - at - 1 + moving) % moving,
  ]);
  const pairs: [number, number][] = [[day, moving], ...around];
  return day % 2 === 0 ? pairs : pairs.map(([one, other]) => [other, one]);
}

const goalCounts = [0, 0, 1, 1, 1, 2, 2, 3];

function makeFixtures(): Fixture[] {
  const random = seededRandom(7);
  const days = teams.length - 1;
  const goalsOf = (side: Goal['side']) =>
    Array.from({ length: goalCounts[Math.floor(random() * goalCounts.length)] ?? 0 }, () => ({
      side,
      played: random(),
    }));
  return Array.from({ length: 2 * days }, (_, at) => at).flatMap((at) =>
    pairsOfDay(at % days, teams.length).flatMap((pair) => {
      const [home, away] = (at < days ? pair : pair.toReversed()).map((place) => teams[place]);
      if (!home || !away) return [];
      return [{ matchday: at + 1, home, away, goals: [...goalsOf('home'), ...goalsOf('away')] }];
    }),
  );
}

const fixtures = makeFixtures();

const scoreAfter = (goals: readonly Goal[], played: number): SourceScore => {
  const count = (side: Goal['side']) =>
    goals.filter((goal) => goal.side === side && goal.played <= played).length;
  return { home: count('home'), away: count('away') };
};

/** The season's matches as of `now`, if the first one starts at `first`. */
export const matchesAt = (first: Date, now: Date): SourceMatch[] =>
  fixtures.map(({ matchday, home, away, goals }, at) => {
    const kickoff = first.getTime() + at * interval;
    const played = (now.getTime() - kickoff) / duration;
    return {
      id: String(at + 1),
      round: roundOf(String(matchday)),
      group: null,
      date: new Date(kickoff).toISOString(),
      home,
      away,
      status: played < 0 ? 'scheduled' : played < 1 ? 'live' : 'final',
      score: played < 0 ? null : scoreAfter(goals, played),
      extraTime: null,
      penalties: null,
      updated: null,
    };
  });

/** Final scores, by match id. */
export const finalScores: ReadonlyMap<string, SourceScore> = new Map(
  fixtures.map(({ goals }, at) => [String(at + 1), scoreAfter(goals, 1)]),
);
