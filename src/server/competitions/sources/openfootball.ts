import * as v from 'valibot';
import { Goals } from './goals.ts';
import { keyOf, readRows, roundOf, type SourceAdapter, type SourceMatch } from './source.ts';

/** openfootball's JSON: a file of a season. Matches of a knockout have a number; the others are known by who plays. */

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

/** `13:00 UTC-6` of a day, as an instant; null where the time or its offset is not known. */
function kickOff(day: string, time: string | undefined): string | null {
  const [, hour, minute, sign, offset, part] =
    /^(\d{1,2}):(\d{2})\s+UTC(?:([+-])(\d{1,2})(?::(\d{2}))?)?$/.exec(time ?? '') ?? [];
  if (hour === undefined) return null;
  const local = Date.parse(`${day}T${hour.padStart(2, '0')}:${minute}:00Z`);
  const ahead = (sign === '-' ? -1 : 1) * (Number(offset ?? 0) * 60 + Number(part ?? 0));
  return Number.isNaN(local) ? null : new Date(local - ahead * 60_000).toISOString();
}

/** A slot of a knockout: `1A`, `3A/B/C`, `W74`, `L101`. */
const isSlot = (team: string) => /^(?:[WL]\d+|\d[A-Z](?:\/[A-Z])*)$/.test(team);

function matchOf(row: unknown, teamIds: ReadonlyMap<string, string>): SourceMatch | null {
  const parsed = v.safeParse(Row, row);
  if (!parsed.success) return null;
  const { num, round, group, date, time, team1, team2, score } = parsed.output;
  const teamOf = (name: string) =>
    isSlot(name) ? null : { id: teamIds.get(name) ?? keyOf(name), name: name.slice(0, 60) };
  const [home, away] = [teamOf(team1), teamOf(team2)];
  if (num === undefined && (!home || !away)) return null;
  return {
    id: num === undefined ? `${home?.id}-${away?.id}`.slice(0, 40) : String(num),
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
  read(document, teamIds) {
    const parsed = v.safeParse(Document, document);
    if (!parsed.success) return null;
    const { name, matches } = parsed.output;
    return { name, ...readRows(matches, (row) => matchOf(row, teamIds)) };
  },
};
