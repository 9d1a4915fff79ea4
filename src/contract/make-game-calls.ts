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

/** Making games: one by one, or those of a competition. */

/** An option of a group: one, or a pair. */
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

/** A match of a league, by its item and the names of its sides. */
export const MatchOfLeague = v.object({ item: Id, home: v.string(), away: v.string() });
export type MatchOfLeague = v.InferOutput<typeof MatchOfLeague>;

/** What importing a competition again would change of the matches there are, and what of them it would leave. */
export const CompetitionChanges = v.object({
  /** Dates that are ahead. */
  moved: v.array(v.object({ ...MatchOfLeague.entries, from: v.nullable(Timestamp), to: Timestamp })),
  /** Their new date has passed: nobody can bet on them any more. */
  closed: v.array(MatchOfLeague),
  /** Results that are entered or corrected, where no person's stands. */
  results: v.array(MatchOfLeague),
  /** Did not end, and are not in the competition any more, or with other teams. */
  left: v.array(MatchOfLeague),
});
export type CompetitionChanges = v.InferOutput<typeof CompetitionChanges>;

/**
 * Of files of matches: characters, teams, matches, options that are listed for a new team, problems that are listed, and
 * competitions that a league may have of its own.
 */
export const fileLimits = {
  characters: 250_000,
  teams: 256,
  matches: 1024,
  teamOptions: 1000,
  problems: 30,
  competitions: 20,
} as const;

/** A competition of the catalogue, with regard to one league. */
export const CompetitionSummary = v.object({
  id: v.string(),
  name: v.string(),
  /** Every kick-off has passed: it can only be played again, with its dates moved. */
  over: v.boolean(),
  rounds: v.number(),
  matches: v.number(),
  /** As it would be played in the league, or is. */
  first: v.nullable(Timestamp),
  last: v.nullable(Timestamp),
  imported: v.boolean(),
  /** Matches that can be made into items now: of an imported one, those whose teams have become known since. */
  ready: v.number(),
  /** Of one that is imported, where no source tells of it. */
  changes: CompetitionChanges,
  /** Until when the import can be taken back; null where there is none, or not any more. */
  undo_until: v.nullable(Timestamp),
  /** Names of its teams that nobody knows: an import makes options of the league's own of them, or is told which options they are. */
  newTeams: v.array(v.string()),
  /** Questions about the competition (who wins it, and each of its groups) that an import can ask now; 0 once it is imported. */
  questions: v.number(),
  /** The source that its results come from by themselves; absent where people enter them. */
  source: v.optional(v.string()),
});
export type CompetitionSummary = v.InferOutput<typeof CompetitionSummary>;

/** An option that is a team: one that a new team's name may be another name of. */
export const TeamOption = v.object({ id: Id, name: v.string() });
export type TeamOption = v.InferOutput<typeof TeamOption>;

/** When the matches of an imported competition start. */
export const startModes = ['date', 'kick_off'] as const;
export type StartMode = (typeof startModes)[number];

/** `replay`: of a competition that is over, with its dates moved to the coming weeks. */
export const ImportInput = v.strictObject({
  section: Id,
  competition: v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/)),
  rules: GameInput.entries.rules,
  replay: v.optional(v.boolean(), false),
  /** Whether matches start by their date, or once its source says that they have kicked off. */
  startBy: v.optional(v.picklist(startModes), 'date'),
  /** Whether its first import asks who wins it, and who wins each of its groups: as votes that close at the first kick-off. */
  questions: v.optional(v.boolean(), false),
  /** Which options some of its `newTeams` are. The league remembers it: a team of that name is known from then on. */
  teams: v.optional(
    v.pipe(
      v.array(v.strictObject({ name: singleLine(limits.name.option), option: Id })),
      v.maxLength(fileLimits.teams),
    ),
    [],
  ),
});
export type ImportInput = v.InferInput<typeof ImportInput>;

/** A competition as it stands in a league: a game for each round that has matches. */
export const Tournament = v.object({
  competition: v.string(),
  name: v.string(),
  games: v.array(v.object({ post: Id, name: v.string(), matches: v.number() })),
  /** How many matches this call has made. */
  made: v.number(),
  /** How many of the matches there were it has changed. */
  changed: v.object({ moved: v.number(), closed: v.number(), results: v.number() }),
  /** Questions about the competition that the league has. */
  questions: v.number(),
  undo_until: v.nullable(Timestamp),
});
export type Tournament = v.InferOutput<typeof Tournament>;

/** A file of matches: a table (CSV), or a competition in the versioned format (JSON). */
export const fileFormats = ['csv', 'json'] as const;

export const CompetitionFileInput = v.strictObject({
  section: Id,
  format: v.picklist(fileFormats),
  /** The competition's name: a table has none. */
  name: singleLine(limits.name.league),
  text: v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(fileLimits.characters)),
  /** Whether a file without problems becomes a competition of the league; else it is only read. */
  store: v.optional(v.boolean(), false),
});
export type CompetitionFileInput = v.InferInput<typeof CompetitionFileInput>;

/** What is wrong in a file: in which line, at which column or place (`''`: the line itself), and what stands there. */
export const CompetitionFileProblem = v.object({
  line: v.number(),
  field: v.string(),
  code: v.string(),
  value: v.optional(v.string()),
});
export type CompetitionFileProblem = v.InferOutput<typeof CompetitionFileProblem>;

export const CompetitionFile = v.object({
  /** What the file would be in the league, or is; null where something is wrong with it. */
  competition: v.nullable(CompetitionSummary),
  /** The first of the problems, by line. */
  problems: v.array(CompetitionFileProblem),
  /** How many there are in all. */
  problemCount: v.number(),
});
export type CompetitionFile = v.InferOutput<typeof CompetitionFile>;

export const makeGameCalls = {
  createGame: { method: 'POST', path: 'createPostV3/', body: GameInput, answer: Post },
  /** The competitions that can be imported into a league, as they would be played there, and the teams that the league knows. */
  competitions: {
    method: 'GET',
    path: 'competition/',
    query: v.strictObject({ section: QueryId }),
    answer: v.object({ ...listOf(CompetitionSummary).entries, teams: v.array(TeamOption) }),
  },
  /** Makes a competition's rounds into games, or what of it is not made yet; a repeat makes nothing twice. */
  importCompetition: {
    method: 'POST',
    path: 'importCompetition/',
    body: ImportInput,
    answer: Tournament,
  },
  /** Reads a file of matches, and makes it a competition of the league where it is asked to and nothing is wrong. */
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

/** Every call of the server. */
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
