import * as v from 'valibot';
import type { CallSpec } from './auth.ts';
import { calls } from './calls.ts';
import { limits } from './limits.ts';
import { RuleKey } from './inputs.ts';
import { Post } from './models.ts';
import { Id, freeText, listOf, QueryText, singleLine, Timestamp } from './primitives.ts';
import { QueryId } from './list-query.ts';
import { TimestampInput } from './timestamp-input.ts';
import { objectionCalls } from './objections.ts';
import { printCalls } from './printing.ts';
import { pushCalls } from './push-calls.ts';
import { sealCalls } from './seals.ts';
import { statisticsCalls } from './statistics.ts';
import { whatIfCalls } from './what-if.ts';

/** Calls that create games, singly or from a competition. */

/** An entry of a group: an option id, or the ids of a pair. */
export const OptionOrPair = v.union([
  Id,
  v.pipe(v.array(Id), v.minLength(1), v.maxLength(limits.groupMembers)),
]);

export const GameInput = v.strictObject({
  section: Id,
  itemType: Id,
  rules: v.record(RuleKey, v.nullable(v.union([v.number(), v.boolean(), freeText(limits.ruleText)]))),
  groups: v.pipe(
    v.array(
      v.strictObject({
        id: v.optional(v.union([v.number(), v.string()])),
        name: v.optional(freeText(limits.name.item), ''),
        options: v.pipe(v.array(OptionOrPair), v.maxLength(limits.gameOptions)),
        dates: v.optional(v.pipe(v.array(v.nullable(TimestampInput)), v.maxLength(limits.rounds))),
      }),
    ),
    v.minLength(1, 'required'),
    v.maxLength(limits.gameItems),
  ),
});
export type GameInput = v.InferInput<typeof GameInput>;

/** A match in a league: its item's id and the names of its teams. */
export const MatchOfLeague = v.object({ item: Id, home: v.string(), away: v.string() });
export type MatchOfLeague = v.InferOutput<typeof MatchOfLeague>;

/** The effect of reimporting a competition on existing matches. */
export const CompetitionChanges = v.object({
  /** Matches whose new date is in the future. */
  moved: v.array(v.object({ ...MatchOfLeague.entries, from: v.nullable(Timestamp), to: Timestamp })),
  /** Matches whose new date has passed, which closes betting. */
  closed: v.array(MatchOfLeague),
  /** Matches whose result is entered or corrected; those held by a person are left out. */
  results: v.array(MatchOfLeague),
  /** Matches that did not end and are missing in the competition, or have other teams there; they stay as they are. */
  left: v.array(MatchOfLeague),
});
export type CompetitionChanges = v.InferOutput<typeof CompetitionChanges>;

/**
 * Limits of files of matches: characters, teams, matches, options listed for a new team, listed problems, and a league's
 * own competitions.
 */
export const fileLimits = {
  characters: 250_000,
  teams: 256,
  matches: 1024,
  teamOptions: 1000,
  problems: 30,
  competitions: 20,
} as const;

/** A competition of the catalogue, in view of one league. */
export const CompetitionSummary = v.object({
  id: v.string(),
  name: v.string(),
  /** Whether every kick-off has passed; it can then be imported only as a replay, with moved dates. */
  over: v.boolean(),
  rounds: v.number(),
  matches: v.number(),
  /** The first and last date, as in the league or as an import would set them. */
  first: v.nullable(Timestamp),
  last: v.nullable(Timestamp),
  imported: v.boolean(),
  /** Matches that an import would create now; for an imported one, those whose teams became known since. */
  ready: v.number(),
  /** The changes of an imported competition without a source. */
  changes: CompetitionChanges,
  /** Until when the import can be undone; null if it cannot. */
  undo_until: v.nullable(Timestamp),
  /** Names of unknown teams; an import creates options for them, or maps them to existing ones by `teams`. */
  newTeams: v.array(v.string()),
  /** How many questions (who wins it, and each of its groups) an import can add; 0 once imported. */
  questions: v.number(),
  /** The source of its results; absent if people enter them. */
  source: v.optional(v.string()),
});
export type CompetitionSummary = v.InferOutput<typeof CompetitionSummary>;

/** A known team, which a new team's name can be mapped to. */
export const TeamOption = v.object({ id: Id, name: v.string() });
export type TeamOption = v.InferOutput<typeof TeamOption>;

/** How matches of an imported competition start: at their date, or when the source reports the kick-off. */
export const startModes = ['date', 'kick_off'] as const;
export type StartMode = (typeof startModes)[number];

/** `replay`: import a competition that is over, with dates moved to the coming weeks. */
export const ImportInput = v.strictObject({
  section: Id,
  competition: v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/)),
  rules: GameInput.entries.rules,
  replay: v.optional(v.boolean(), false),
  /** How matches start, see `startModes`. */
  startBy: v.optional(v.picklist(startModes), 'date'),
  /** Whether the first import adds votes on who wins it and each of its groups, which close at the first kick-off. */
  questions: v.optional(v.boolean(), false),
  /** Existing options for some of its `newTeams`. The league stores the mapping for later imports. */
  teams: v.optional(
    v.pipe(
      v.array(v.strictObject({ name: singleLine(limits.name.option), option: Id })),
      v.maxLength(fileLimits.teams),
    ),
    [],
  ),
});
export type ImportInput = v.InferInput<typeof ImportInput>;

/** An imported competition: one game for each round with matches. */
export const Tournament = v.object({
  competition: v.string(),
  name: v.string(),
  games: v.array(v.object({ post: Id, name: v.string(), matches: v.number() })),
  /** How many matches this call created. */
  made: v.number(),
  /** How many existing matches this call changed. */
  changed: v.object({ moved: v.number(), closed: v.number(), results: v.number() }),
  /** How many questions about the competition the league has. */
  questions: v.number(),
  undo_until: v.nullable(Timestamp),
});
export type Tournament = v.InferOutput<typeof Tournament>;

/** A file of matches: a table (CSV), or a competition in the versioned format (JSON). */
export const fileFormats = ['csv', 'json'] as const;

export const CompetitionFileInput = v.strictObject({
  section: Id,
  format: v.picklist(fileFormats),
  /** The competition's name, since a table contains none. */
  name: singleLine(limits.name.league),
  text: v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(fileLimits.characters)),
  /** Whether to store a file without problems as a competition of the league; otherwise it is only checked. */
  store: v.optional(v.boolean(), false),
});
export type CompetitionFileInput = v.InferInput<typeof CompetitionFileInput>;

/** A problem in a file. `field`: its column or path, '' for the whole line; `value`: the text found there. */
export const CompetitionFileProblem = v.object({
  line: v.number(),
  field: v.string(),
  code: v.string(),
  value: v.optional(v.string()),
});
export type CompetitionFileProblem = v.InferOutput<typeof CompetitionFileProblem>;

export const CompetitionFile = v.object({
  /** The competition in the file; null if there are problems. */
  competition: v.nullable(CompetitionSummary),
  /** The first problems, ordered by line. */
  problems: v.array(CompetitionFileProblem),
  /** The number of all problems. */
  problemCount: v.number(),
});
export type CompetitionFile = v.InferOutput<typeof CompetitionFile>;

export const makeGameCalls = {
  createGame: { method: 'POST', path: 'createPostV3/', body: GameInput, answer: Post },
  /** The competitions that can be imported into a league, and the teams that the league knows. */
  competitions: {
    method: 'GET',
    path: 'competition/',
    query: v.strictObject({ section: QueryId }),
    answer: v.object({ ...listOf(CompetitionSummary).entries, teams: v.array(TeamOption) }),
  },
  /** Creates the games of a competition's rounds that do not exist yet; repeating it creates nothing twice. */
  importCompetition: {
    method: 'POST',
    path: 'importCompetition/',
    body: ImportInput,
    answer: Tournament,
  },
  /** Checks a file of matches; with `store` and without problems it becomes a competition of the league. */
  competitionFile: {
    method: 'POST',
    path: 'competitionFile/',
    body: CompetitionFileInput,
    answer: CompetitionFile,
  },
  undoImport: {
    method: 'DELETE',
    path: 'importCompetition/',
    query: v.strictObject({ section: QueryId, competition: QueryText(40) }),
    answer: v.object({ res: v.picklist(['undone', 'too_late', 'has_bets', 'has_started']) }),
  },
} as const satisfies Record<string, CallSpec>;

/** All calls of the server except the generic model calls. */
export const allCalls = {
  ...calls,
  ...makeGameCalls,
  ...objectionCalls,
  ...printCalls,
  ...pushCalls,
  ...sealCalls,
  ...statisticsCalls,
  ...whatIfCalls,
};
