import { assign, setup } from 'xstate';
import type { ResponseOf } from '#contract/calls.ts';
import type { Failure } from '#contract/failures.ts';
import { ruleDefaults } from '#contract/layouts.ts';
import type {
  CompetitionSummary,
  ImportInput,
  StartMode,
  TeamOption,
  Tournament,
} from '#contract/make-game-calls.ts';
import { hasNews } from '#domain/competition-file.ts';
import { competitionFile } from './competition-file.ts';
import { eventOf, nonNull, outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';

/** The points rules of the imported matches. */
export type MatchRules = { readonly [Key in keyof (typeof ruleDefaults)['home/away']]: number | null };
export type RuleKey = keyof MatchRules;
/** Why the server refused to undo an import. */
export type UndoRefusal = Exclude<ResponseOf<'undoImport'>['res'], 'undone'>;

type Context = {
  readonly league: number;
  readonly competitions: readonly CompetitionSummary[];
  /** Teams that the league already knows, to match the competition's teams with. */
  readonly knownTeams: readonly TeamOption[];
  readonly competition: CompetitionSummary | null;
  /** Ids of known teams by the names of the competition's new teams; a name that is absent becomes a new team. */
  readonly teams: Readonly<Record<string, number>>;
  readonly rules: MatchRules;
  /** Asked only if the competition's results come from a source. */
  readonly startBy: StartMode;
  /** Whether to import the competition's questions, if it has any: who wins it, and who wins each group. */
  readonly questions: boolean;
  readonly tournament: Tournament | null;
  readonly refusal: UndoRefusal | null;
  readonly failure: Failure | null;
};
type Choice = { type: 'competition.choose'; id: string };
type StartChoice = { type: 'start.choose'; startBy: StartMode };
type TeamChoice = { type: 'team.choose'; name: string; option: number | null };
type QuestionsChoice = { type: 'questions.choose'; questions: boolean };
type RuleChange = { type: 'rule.change'; rule: RuleKey; points: number | null };
type Events =
  | { type: 'competitions.retry' }
  | Choice
  | { type: 'file.open' }
  | { type: 'competition.leave' }
  | RuleChange
  | StartChoice
  | QuestionsChoice
  | TeamChoice
  | { type: 'import.confirm' }
  | { type: 'import.undo' };

const choiceOf = ({ competitions }: Context, { id }: Choice) =>
  competitions.find((competition) => competition.id === id) ?? null;

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { league: number };
    tags: 'busy' | 'failed' | 'reviewed' | 'imported';
    children: { competitionFile: 'competitionFile' };
  }>(),
  actors: {
    competitionFile,
    fetchCompetitions: port<ResponseOf<'competitions'>, { league: number }>('fetchCompetitions'),
    importCompetition: port<Tournament, ImportInput>('importCompetition'),
    undoImport: port<ResponseOf<'undoImport'>['res'], { league: number; competition: string }>('undoImport'),
  },
  guards: {
    hasNews: ({ context }, choice: Choice) => {
      const chosen = choiceOf(context, choice);
      return chosen !== null && hasNews(chosen);
    },
    isUndoable: ({ context }, choice: Choice) => choiceOf(context, choice)?.undo_until != null,
    isStored: (_, stored: CompetitionSummary | null) => stored !== null,
    hasRules: ({ context }) => Object.values(context.rules).every((points) => points !== null),
    wasUndone: (_, res: ResponseOf<'undoImport'>['res']) => res === 'undone',
  },
  actions: {
    storeCompetitions: assign((_, { results, teams }: ResponseOf<'competitions'>) => ({
      competitions: results,
      knownTeams: teams,
      failure: null,
    })),
    chooseCompetition: assign(({ context }, choice: Choice) => ({
      competition: choiceOf(context, choice),
      teams: {},
      failure: null,
    })),
    chooseStored: assign(({ context: { competitions } }, stored: CompetitionSummary) => ({
      competition: stored,
      teams: {},
      competitions: [...competitions.filter(({ id }) => id !== stored.id), stored],
      failure: null,
    })),
    setRule: assign(({ context }, { rule, points }: RuleChange) => ({
      rules: { ...context.rules, [rule]: points },
      failure: null,
    })),
    setStart: assign((_, { startBy }: StartChoice) => ({ startBy, failure: null })),
    setQuestions: assign((_, { questions }: QuestionsChoice) => ({ questions, failure: null })),
    setTeam: assign(({ context }, { name, option }: TeamChoice) => {
      const { [name]: _before, ...others } = context.teams;
      return { teams: option === null ? others : { ...others, [name]: option }, failure: null };
    }),
    storeTournament: assign((_, tournament: Tournament) => ({ tournament, failure: null })),
    storeRefusal: assign((_, res: ResponseOf<'undoImport'>['res']) => ({
      refusal: res === 'undone' ? null : res,
      failure: null,
    })),
    storeFailure: assign((_, failure: Failure) => ({ failure })),
  },
});

const chosenOf = ({ context }: { context: Context }) => nonNull(context.competition);
const onReview = {
  'competition.leave': 'choosing',
  'rule.change': { target: 'reviewing', actions: { type: 'setRule', params: eventOf } },
  'start.choose': { target: 'reviewing', actions: { type: 'setStart', params: eventOf } },
  'questions.choose': { target: 'reviewing', actions: { type: 'setQuestions', params: eventOf } },
  'team.choose': { target: 'reviewing', actions: { type: 'setTeam', params: eventOf } },
  'import.confirm': { guard: 'hasRules', target: 'importing' },
} as const;

/**
 * Imports a competition into a league: chosen from the catalogue or made from a file, with one set of rules, then confirmed.
 * The import can be undone in the same sheet, unless the server refuses.
 */
export const importCompetition = charts.createMachine({
  id: 'import-competition',
  context: ({ input }) => ({
    ...input,
    competitions: [],
    knownTeams: [],
    competition: null,
    teams: {},
    rules: ruleDefaults['home/away'],
    startBy: 'date',
    questions: true,
    tournament: null,
    refusal: null,
    failure: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'fetchCompetitions',
        src: 'fetchCompetitions',
        input: ({ context: { league } }) => ({ league }),
        onDone: { target: 'choosing', actions: { type: 'storeCompetitions', params: outputOf } },
        onError: { target: 'loadFailed', actions: storeFailure },
      },
    },
    loadFailed: { tags: 'failed', on: { 'competitions.retry': 'loading' } },
    choosing: {
      on: {
        'competition.choose': [
          {
            guard: { type: 'hasNews', params: eventOf },
            target: 'reviewing',
            actions: { type: 'chooseCompetition', params: eventOf },
          },
          {
            guard: { type: 'isUndoable', params: eventOf },
            target: 'imported',
            actions: { type: 'chooseCompetition', params: eventOf },
          },
        ],
        'file.open': 'choosingFile',
      },
    },
    choosingFile: {
      invoke: {
        id: 'competitionFile',
        src: 'competitionFile',
        input: ({ context: { league } }) => ({ league }),
        onDone: [
          {
            guard: { type: 'isStored', params: outputOf },
            target: 'reviewing',
            actions: { type: 'chooseStored', params: ({ event }) => nonNull(event.output) },
          },
          { target: 'choosing' },
        ],
        onError: 'choosing',
      },
    },
    reviewing: { tags: 'reviewed', on: onReview },
    importing: {
      tags: ['busy', 'reviewed'],
      invoke: {
        id: 'importCompetition',
        src: 'importCompetition',
        input: ({ context }) => {
          const { id, over, imported } = chosenOf({ context });
          return {
            section: context.league,
            competition: id,
            rules: context.rules,
            replay: over && !imported,
            startBy: context.startBy,
            questions: context.questions,
            teams: Object.entries(context.teams).map(([name, option]) => ({ name, option })),
          };
        },
        onDone: { target: 'imported', actions: { type: 'storeTournament', params: outputOf } },
        onError: { target: 'importFailed', actions: storeFailure },
      },
    },
    // No guard: the rules were complete when they were sent.
    importFailed: { tags: ['failed', 'reviewed'], on: { ...onReview, 'import.confirm': 'importing' } },
    imported: { tags: 'imported', on: { 'import.undo': 'undoing' } },
    undoing: {
      tags: ['busy', 'imported'],
      invoke: {
        id: 'undoImport',
        src: 'undoImport',
        input: ({ context }) => ({ league: context.league, competition: chosenOf({ context }).id }),
        onDone: [
          { guard: { type: 'wasUndone', params: outputOf }, target: 'undone' },
          { target: 'undoRefused', actions: { type: 'storeRefusal', params: outputOf } },
        ],
        onError: { target: 'undoFailed', actions: storeFailure },
      },
    },
    /** The import stays; `refusal` has the reason, such as a bet on it. */
    undoRefused: { tags: 'imported' },
    undoFailed: { tags: ['failed', 'imported'], on: { 'import.undo': 'undoing' } },
    /** Stays shown until its sheet is closed. */
    undone: { type: 'final', tags: ['busy', 'imported'] },
  },
});
