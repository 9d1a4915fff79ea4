import { readFileSync } from 'node:fs';
import * as v from 'valibot';

/** The 2026 World Cup as openfootball tells it (public domain): see README.md beside the data. */

const Pair = v.tuple([v.number(), v.number()]);
const Source = v.object({
  matches: v.array(
    v.object({
      round: v.string(),
      date: v.string(),
      time: v.string(),
      team1: v.string(),
      team2: v.string(),
      group: v.optional(v.string()),
      // After 90 minutes: what a score bet is about, whatever extra time and penalties brought.
      score: v.object({ ft: Pair }),
    }),
  ),
});

export type Match = {
  round: string;
  group: string | null;
  /** UTC. */
  kickoff: Date;
  home: string;
  away: string;
  homeGoals: number;
  awayGoals: number;
};

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** `2026-06-11` and `13:00 UTC-6` are one moment. */
function kickoffOf(date: string, time: string): Date {
  const parts = /^(\d\d):(\d\d) UTC([+-]\d{1,2})$/.exec(time);
  if (!parts) throw new Error(`no kick-off in "${time}"`);
  const [, hours, minutes, offset] = parts;
  return new Date(Date.parse(`${date}T${hours}:${minutes}:00Z`) - Number(offset) * 3_600_000);
}

/** All 104 matches by kick-off; team names as in the staff's catalogue's `value`. */
export function worldCup(): Match[] {
  const { matches } = v.parse(Source, read('./worldcup-2026.json'));
  return matches
    .map((match) => ({
      round: match.round,
      group: match.group ?? null,
      kickoff: kickoffOf(match.date, match.time),
      home: match.team1,
      away: match.team2,
      homeGoals: match.score.ft[0],
      awayGoals: match.score.ft[1],
    }))
    .toSorted((one, other) => one.kickoff.getTime() - other.kickoff.getTime());
}

const stages: Record<string, string> = {
  'Round of 32': 'שלב 32 האחרונות',
  'Round of 16': 'שמינית הגמר',
  'Quarter-final': 'רבע הגמר',
  'Semi-final': 'חצי הגמר',
  'Match for third place': 'על המקום השלישי',
  Final: 'הגמר',
};

/** A round's name in Hebrew: `Matchday 3` is day three of the group stage. */
export function roundName(round: string): string {
  return stages[round] ?? `יום משחקים ${round.replace('Matchday ', '')}`;
}

/** A group's name in Hebrew: `Group A` is בית א׳. */
export function groupName(group: string | null): string {
  const letter = group?.replace('Group ', '').codePointAt(0);
  if (letter === undefined) return '';
  const hebrew = ['א', 'ב', 'ג', 'ד', 'ה', 'ו', 'ז', 'ח', 'ט', 'י', 'י״א', 'י״ב'][letter - 65] ?? '';
  return `בית ${hebrew}${hebrew.length === 1 ? '׳' : ''}`;
}
