import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { Goals } from './goals.ts';
import { keyOf, readRows, roundOf, teamName, type SourceAdapter, type SourceMatch } from './source.ts';

/**
 * openfootball's JSON: a file of a season, whose matches have no id. A match is identified by its number if it has one; else
 * by home and away team, which are unique in a group and in the matchdays of a league; in other rounds also by the round,
 * since teams of a group may meet again in the final. Date and position in the file are not used: both change. A league
 * in which a pair plays twice at the same home needs numbers.
 */

const Pair = v.pipe(
  v.tuple([Goals, Goals]),
  v.transform(([home, away]) => ({ home, away })),
);
const Row = v.object({
  num: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  round: v.string(),
  group: v.optional(v.string()),
  date: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/)),
  time: v.optional(v.string()),
  team1: v.string(),
  team2: v.string(),
  score: v.optional(v.object({ ft: v.optional(Pair), et: v.optional(Pair), p: v.optional(Pair) })),
});
const Document = v.object({ name: v.string(), matches: v.array(v.unknown()) });

/** `13:00 UTC-6` on a day, as an instant; null if the time or its offset is unknown. */
function kickOff(day: string, time: string | undefined): string | null {
  const [, hour, minute, sign, offset, part] =
    /^(\d{1,2}):(\d{2})\s+UTC(?:([+-])(\d{1,2})(?::(\d{2}))?)?$/.exec(time ?? '') ?? [];
  if (hour === undefined) return null;
  const local = Date.parse(`${day}T${hour.padStart(2, '0')}:${minute}:00Z`);
  const ahead = (sign === '-' ? -1 : 1) * (Number(offset ?? 0) * 60 + Number(part ?? 0));
  return Number.isNaN(local) ? null : new Date(local - ahead * 60_000).toISOString();
}

const maxIdLength = 40;

/** An id truncated to the maximum length, with a digest so that ids with the same beginning differ. */
const cut = (id: string): string =>
  id.length <= maxIdLength
    ? id
    : `${id.slice(0, maxIdLength - 13)}-${createHash('sha256').update(id).digest('hex').slice(0, 12)}`;

const isMatchday = (round: string) => /\b(?:matchday|round|spieltag) \d+$/i.test(round);

/** The id of a match without a number. */
const idOfPair = (pair: string, round: string, group: string | undefined): string =>
  cut(group !== undefined || isMatchday(round) ? pair : `${pair}-${keyOf(round)}`);

/** A slot of a knockout: `1A`, `3A/B/C`, `W74`, `L101`. */
const isSlot = (team: string) => /^(?:[WL]\d+|\d[A-Z](?:\/[A-Z])*)$/.test(team);

function matchOf(row: unknown, teamIds: ReadonlyMap<string, string>): SourceMatch | null {
  const parsed = v.safeParse(Row, row);
  if (!parsed.success) return null;
  const { num, round, group, date, time, team1, team2, score } = parsed.output;
  const teamOf = (name: string) =>
    isSlot(name) ? null : { id: teamIds.get(name) ?? keyOf(name), name: teamName(name) };
  const [home, away] = [teamOf(team1), teamOf(team2)];
  if (num === undefined && (!home || !away)) return null;
  return {
    id: num === undefined ? idOfPair(`${home?.id}-${away?.id}`, round, group) : String(num),
    round: roundOf(round),
    group: group?.replace(/^Group /, '') ?? null,
    date: kickOff(date, time),
    home,
    away,
    status: score?.ft ? 'final' : 'scheduled',
    score: score?.ft ?? null,
    extraTime: score?.et ?? null,
    penalties: score?.p ?? null,
    updated: null,
  };
}

export const openfootball: SourceAdapter = {
  name: 'openfootball',
  pace: { live: 900, idle: 3_600 },
  takesToken: false,
  read(document, teamIds) {
    const parsed = v.safeParse(Document, document);
    if (!parsed.success) return null;
    const { name, matches } = parsed.output;
    return { name, ...readRows(matches, (row) => matchOf(row, teamIds)) };
  },
};
