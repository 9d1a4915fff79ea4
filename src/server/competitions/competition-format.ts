import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { fieldProblemOf } from '#contract/field-problem.ts';
import { fileLimits } from '#contract/make-game-calls.ts';
import { limits } from '#contract/limits.ts';
import { singleLine, Timestamp, wholeNumber } from '#contract/primitives.ts';
import { parseTimestamp } from '#contract/timestamp-input.ts';

/**
 * Format of a competition, version 1: teams, rounds, and matches with their dates. Its JSON Schema is served at
 * `/api/competition.schema.json`; what JSON Schema cannot express, such as references between ids, is checked here too.
 */

/** An id in the source: matches and teams are identified by it, never by name. */
const Key = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/));
/** A group of the group stage: a letter, or a name that members read. */
const GroupName = singleLine(20);
const nameOf = (max: number) => v.strictObject({ heb: singleLine(max), en: singleLine(max) });
const Score = v.strictObject({
  home: wholeNumber(0, limits.resultGoals),
  away: wholeNumber(0, limits.resultGoals),
});

/** A participant to be determined: the winner or loser of an earlier match, or a place in one or several groups (best third). */
const Slot = v.union([
  v.strictObject({ winnerOf: Key }),
  v.strictObject({ loserOf: Key }),
  v.strictObject({
    place: wholeNumber(1, 32),
    groups: v.pipe(v.array(GroupName), v.minLength(1), v.maxLength(32)),
  }),
]);
/** A team, a slot, or a slot with the team that fills it. */
const Side = v.pipe(
  v.strictObject({ team: v.optional(Key), slot: v.optional(Slot) }),
  v.check(({ team, slot }) => team !== undefined || slot !== undefined, 'required'),
);

/** Valibot's timestamp check accepts days and times that do not exist. */
const KickOff = v.config(
  v.pipe(
    Timestamp,
    v.check((text) => parseTimestamp(text) !== null, 'invalid'),
  ),
  { abortPipeEarly: true },
);

const Team = v.strictObject({ id: Key, name: nameOf(limits.name.option), flag: v.optional(singleLine(20)) });
const Round = v.strictObject({ id: Key, name: nameOf(limits.itemWord) });
const Match = v.strictObject({
  id: Key,
  round: Key,
  group: v.optional(GroupName),
  /** Kick-off; null while unknown. */
  date: v.nullable(KickOff),
  home: Side,
  away: Side,
  /** Goals after 90 minutes, on which bets are settled; extra time and penalties are separate. */
  result: v.optional(
    v.strictObject({
      ...Score.entries,
      extraTime: v.optional(Score),
      penalties: v.optional(Score),
    }),
  ),
});
type Match = v.InferOutput<typeof Match>;

const Shape = v.strictObject({
  $schema: v.optional(v.string()),
  version: v.literal(1),
  id: Key,
  name: nameOf(limits.name.league),
  teams: v.pipe(v.array(Team), v.minLength(2), v.maxLength(fileLimits.teams)),
  rounds: v.pipe(v.array(Round), v.minLength(1), v.maxLength(64)),
  matches: v.pipe(v.array(Match), v.minLength(1), v.maxLength(fileLimits.matches)),
});
type Shape = v.InferOutput<typeof Shape>;

/** A path in the document, and what is wrong there. */
export type FormatProblem = { readonly path: string; readonly code: string };

function repeatedIds(list: keyof Pick<Shape, 'teams' | 'rounds' | 'matches'>, shape: Shape): FormatProblem[] {
  const seen = new Set<string>();
  return shape[list].flatMap(({ id }, at) => {
    if (seen.has(id)) return [{ path: `${list}.${at}.id`, code: 'duplicate' }];
    seen.add(id);
    return [];
  });
}

/** Team names that occur twice: teams are matched to a league's options by name. */
function repeatedNames({ teams }: Shape): FormatProblem[] {
  return (['heb', 'en'] as const).flatMap((language) => {
    const seen = new Set<string>();
    return teams.flatMap(({ name }, at) => {
      if (seen.has(name[language])) return [{ path: `teams.${at}.name.${language}`, code: 'duplicate' }];
      seen.add(name[language]);
      return [];
    });
  });
}

/** Id of the match that a slot depends on; null without a slot, or for a place in a group. */
const awaitedMatch = (slot: v.InferOutput<typeof Slot> | undefined) =>
  slot === undefined || 'place' in slot ? null : 'winnerOf' in slot ? slot.winnerOf : slot.loserOf;

function matchProblems({ teams, rounds, matches }: Shape): FormatProblem[] {
  const teamIds = new Set(teams.map(({ id }) => id));
  const roundAt = new Map(rounds.map(({ id }, at) => [id, at]));
  const roundOfMatch = new Map(matches.map(({ id, round }) => [id, roundAt.get(round) ?? -1]));
  return matches.flatMap((match, at) => {
    const problems: FormatProblem[] = [];
    const report = (field: string, code: string) => problems.push({ path: `matches.${at}.${field}`, code });
    const own = roundAt.get(match.round);
    if (own === undefined) report('round', 'unknown_id');
    for (const side of ['home', 'away'] as const) {
      const { team, slot } = match[side];
      if (team !== undefined && !teamIds.has(team)) report(`${side}.team`, 'unknown_id');
      const awaited = awaitedMatch(slot);
      if (awaited === null) continue;
      const before = roundOfMatch.get(awaited);
      if (before === undefined) report(`${side}.slot`, 'unknown_id');
      // A slot that depends on its own or a later round could never be filled.
      else if (own !== undefined && before >= own) report(`${side}.slot`, 'invalid');
    }
    const { home, away, result } = match;
    if (home.team !== undefined && home.team === away.team) report('away.team', 'duplicate');
    if (result && (home.team === undefined || away.team === undefined)) report('result', 'invalid');
    return problems;
  });
}

/** Rounds that exceed the limits of a game: each round becomes one. */
function roundProblems({ rounds, matches }: Shape): FormatProblem[] {
  return rounds.flatMap(({ id }, at) => {
    const own = matches.filter(({ round }) => round === id);
    const teams = new Set(own.flatMap(({ home, away }) => [home.team, away.team]));
    const fits = own.length <= limits.gameItems && teams.size <= limits.gameOptions;
    return fits ? [] : [{ path: `rounds.${at}`, code: 'too_long' }];
  });
}

const problemsOf = (shape: Shape): FormatProblem[] => [
  ...repeatedIds('teams', shape),
  ...repeatedIds('rounds', shape),
  ...repeatedIds('matches', shape),
  ...repeatedNames(shape),
  ...matchProblems(shape),
  ...roundProblems(shape),
];

export type Competition = Shape;
export type CompetitionMatch = Match;

/** The competition in a document, or all its problems. */
export function parseCompetition(
  document: unknown,
): { readonly competition: Competition } | { readonly problems: readonly FormatProblem[] } {
  const parsed = v.safeParse(Shape, document);
  if (!parsed.success) {
    return {
      problems: parsed.issues.map((issue) => ({
        path: v.getDotPath(issue) ?? '',
        code: fieldProblemOf(issue).code,
      })),
    };
  }
  const problems = problemsOf(parsed.output);
  return problems.length > 0 ? { problems } : { competition: parsed.output };
}

/** The JSON Schema of the format. */
export const competitionSchema = () => ({
  ...toJsonSchema(Shape, { typeMode: 'input', errorMode: 'ignore', target: 'draft-2020-12' }),
  title: 'Hevre competition, version 1',
});
