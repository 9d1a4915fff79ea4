import type { Competition, CompetitionMatch } from './competition-format.ts';

const day = 24 * 60 * 60_000;
const week = 7 * day;

const datesOf = ({ matches }: Competition): number[] =>
  matches.flatMap(({ date }) => (date === null ? [] : [Date.parse(date)]));

/** Whether every match has kicked off. */
export const isOver = (competition: Competition, now: Date): boolean =>
  competition.matches.every(({ date }) => date !== null && Date.parse(date) <= now.getTime());

/** Days by which a past competition is moved to be replayed: whole weeks, so that its first match is at least a day ahead. */
export function replayShift(competition: Competition, now: Date): number {
  const ahead = now.getTime() + day - Math.min(...datesOf(competition));
  return Math.max(0, Math.ceil(ahead / week)) * 7;
}

/** First and last kick-off, moved by `shiftDays`; null if no date is known. */
export function datesWithShift(
  competition: Competition,
  shiftDays: number,
): { first: string | null; last: string | null } {
  const dates = datesOf(competition).map((at) => at + shiftDays * day);
  if (dates.length === 0) return { first: null, last: null };
  const iso = (at: number) => new Date(at).toISOString();
  return { first: iso(Math.min(...dates)), last: iso(Math.max(...dates)) };
}

/** A kick-off moved by a number of days. */
export const shiftDate = (date: string | null, days: number) =>
  date === null ? null : new Date(Date.parse(date) + days * day).toISOString();

/** A match whose teams are known. */
export type PlayableMatch = CompetitionMatch & { home: { team: string }; away: { team: string } };
const hasTeams = (match: CompetitionMatch): match is PlayableMatch =>
  match.home.team !== undefined && match.away.team !== undefined;

/**
 * The matches that can become items now: not imported yet, both teams known and the kick-off in the future. A match with a
 * slot is imported once its teams are known. Rounds in `removed`, whose games were deleted, are skipped.
 */
export function matchesToMake(
  { matches }: Competition,
  {
    made,
    removed,
    shiftDays,
    now,
  }: { made: ReadonlySet<string>; removed: ReadonlySet<string>; shiftDays: number; now: Date },
): PlayableMatch[] {
  return matches.filter(hasTeams).filter(({ id, round, date }) => {
    const at = shiftDate(date, shiftDays);
    return !made.has(id) && !removed.has(round) && (at === null || Date.parse(at) > now.getTime());
  });
}
