import type { importCompetition } from '#machines/import-competition.ts';
import type { CompetitionSummary, StartMode, Tournament } from '#contract/make-game-calls.ts';
import {
  done,
  error,
  hasExactTags,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

export const noChanges = { moved: [], closed: [], results: [], left: [] };
const summary = (id: string, name: string, fields: Partial<CompetitionSummary> = {}): CompetitionSummary => ({
  id,
  name,
  over: false,
  rounds: 2,
  matches: 9,
  first: '2027-06-11T19:00:00.000Z',
  last: '2027-07-19T19:00:00.000Z',
  imported: false,
  ready: 9,
  changes: noChanges,
  undo_until: null,
  newTeams: [],
  questions: 0,
  ...fields,
});
const undoUntil = '2027-01-05T10:10:00.000Z';

export const upcoming = summary('cup', 'גביע השכונה', {
  ready: 3,
  questions: 5,
  source: 'OpenLigaDB',
});
/** Played already: it is imported with new dates. */
export const finished = summary('worldcup-2026', 'מונדיאל 2026', { over: true });
/** Imported, with matches that have been added since. */
export const withNewMatches = summary('league', 'ליגת החורף', { imported: true, over: true, ready: 2 });
/** Imported completely a moment ago: it can be undone. */
export const justImported = summary('fresh', 'טורניר הקיץ', {
  imported: true,
  ready: 0,
  undo_until: undoUntil,
});
const matchOf = (item: number, home: string, away: string) => ({ item, home, away });
/** Imported, without new matches: dates have moved, results are known, and a match is missing. */
export const withChanges = summary('changed', 'גביע הקיץ', {
  imported: true,
  ready: 0,
  changes: {
    moved: [
      {
        ...matchOf(71, 'דובים', 'אריות'),
        from: '2027-06-11T19:00:00.000Z',
        to: '2027-06-13T18:30:00.000Z',
      },
      { ...matchOf(72, 'זאבים', 'נץ'), from: null, to: '2027-06-14T18:30:00.000Z' },
    ],
    closed: [matchOf(73, 'זאבים', 'דובים')],
    results: [matchOf(74, 'נץ', 'אריות')],
    left: [matchOf(75, 'דובים', 'נץ')],
  },
});
/** Imported; a match is missing from it, which requires nothing. */
export const withMissingMatch = summary('shrunk', 'גביע הסתיו', {
  imported: true,
  ready: 0,
  changes: { ...noChanges, left: [matchOf(76, 'שועלים', 'נץ')] },
});
/** Imported, without changes. */
export const upToDate = summary('settled', 'אליפות האביב', { imported: true, ready: 0 });
/** Made of a file; two of its teams are unknown. */
export const ownCompetition = summary('own-1', 'ליגת הרחוב', { ready: 2, newTeams: ['ארה"ב', 'נמרי הרחוב'] });
export const knownTeams = [
  { id: 43, name: 'ארצות הברית' },
  { id: 7, name: 'ברזיל' },
];
/** The next version of the listed one. */
export const ownNextVersion = { ...ownCompetition, ready: 3 };
export const catalogue = [
  upToDate,
  upcoming,
  withMissingMatch,
  finished,
  justImported,
  withChanges,
  withNewMatches,
];

export const tournament: Tournament = {
  competition: 'cup',
  name: 'גביע השכונה',
  games: [{ post: 31, name: 'חצי הגמר', matches: 2 }],
  made: 2,
  changed: { moved: 3, closed: 1, results: 2 },
  questions: 5,
  undo_until: undoUntil,
};

const defaultRules = { pts_exact: 4, pts_difference: 3, pts_outcome: 2 };
const offline = { kind: 'offline' as const };
/** The team that was chosen for the first name is already another team of the competition. */
const teamTaken = {
  kind: 'validation' as const,
  fields: { 'teams.0.option': { code: 'duplicate' as const } },
};
const unavailable = { kind: 'unavailable' as const, retryAfter: 5 };
const initialContext = {
  league: 4,
  competitions: [],
  knownTeams: [],
  competition: null,
  teams: {},
  rules: defaultRules,
  startBy: 'date' as const,
  questions: true,
  tournament: null,
  refusal: null,
  failure: null,
};
const opensFileForm = { to: 'choosingFile', calls: { competitionFile: { league: 4 } } };
const fetchesCompetitions = { to: 'loading', calls: { fetchCompetitions: { league: 4 } } };

type Before = {
  competition: CompetitionSummary | null;
  teams: Readonly<Record<string, number>>;
  rules: typeof defaultRules;
  startBy: StartMode;
  questions: boolean;
};
/** Whether an import moves the dates: of a finished competition, but not of one that is imported already. */
const isReplay: Readonly<Record<string, boolean>> = {
  cup: false,
  'worldcup-2026': true,
  league: false,
  changed: false,
  'own-1': false,
};
const startsImport = ({ competition, teams, rules, startBy, questions }: Before) => {
  const id = competition?.id ?? '';
  const namedTeams = 'ארה"ב' in teams ? [{ name: 'ארה"ב', option: 43 }] : [];
  return {
    to: 'importing',
    calls: {
      importCompetition: {
        section: 4,
        competition: id,
        rules,
        replay: isReplay[id],
        startBy,
        questions,
        teams: namedTeams,
      },
    },
  };
};
const startsUndo = ({ competition }: Before) => ({
  to: 'undoing',
  calls: { undoImport: { league: 4, competition: competition?.id } },
});
/** The choice of a walk, or that there are several. */
const choicesOf = ({
  rules,
  startBy,
  questions,
  teams,
}: Pick<Before, 'startBy' | 'questions' | 'teams'> & { rules: { pts_exact: number | null } }) => {
  const choices = [
    rules.pts_exact === 5 ? 'five' : '',
    startBy === 'date' ? '' : startBy,
    questions ? '' : 'no questions',
    'ארה"ב' in teams ? 'named' : '',
  ].filter(Boolean);
  return choices.length > 1 ? 'several choices' : (choices[0] ?? '');
};

/** The stored competition is listed once, and reviewed. */
const reviewsStored = (stored: CompetitionSummary) => ({
  to: 'reviewing',
  context: { competition: stored, competitions: [...catalogue, stored], teams: {}, failure: null },
});

const reviewMovesIn = (state: string) => ({
  [`${state} + leaves`]: 'choosing',
  [`${state} + 5 points for exact`]: {
    to: 'reviewing',
    context: { rules: { ...defaultRules, pts_exact: 5 }, failure: null },
  },
  [`${state} + starts at the kick-off`]: {
    to: 'reviewing',
    context: { startBy: 'kick_off' as const, failure: null },
  },
  [`${state} + chooses a team`]: { to: 'reviewing', context: { teams: { 'ארה"ב': 43 }, failure: null } },
  [`${state} + clears the team`]: { to: 'reviewing', context: { teams: {}, failure: null } },
  [`${state} + asks nothing`]: { to: 'reviewing', context: { questions: false, failure: null } },
  [`${state} + clears exact`]: {
    to: 'reviewing',
    context: { rules: { ...defaultRules, pts_exact: null }, failure: null },
  },
});

/** Expectations of import-competition, for its test and for its screen's walk. */
export const importCompetitionExpectations: MachineExpectations<typeof importCompetition> = {
  inputs: { league: { league: 4 } },
  fold: (context) =>
    [
      context.competition?.id ?? 'none',
      context.rules.pts_exact === null ? 'no points' : '',
      choicesOf(context),
      context.failure?.kind ?? '',
    ]
      .filter(Boolean)
      .join(', '),
  events: {
    loaded: done('fetchCompetitions', { results: catalogue, count: catalogue.length, teams: knownTeams }),
    'cannot load': error('fetchCompetitions', offline),
    'tries again': { type: 'competitions.retry' },
    'chooses the cup': { type: 'competition.choose', id: 'cup' },
    'chooses a finished one': { type: 'competition.choose', id: 'worldcup-2026' },
    'chooses one with new matches': { type: 'competition.choose', id: 'league' },
    'chooses one with changes': { type: 'competition.choose', id: 'changed' },
    'chooses one with a missing match': { type: 'competition.choose', id: 'shrunk' },
    'chooses one just imported': { type: 'competition.choose', id: 'fresh' },
    'chooses one up to date': { type: 'competition.choose', id: 'settled' },
    'chooses an unknown one': { type: 'competition.choose', id: 'gone' },
    'opens a file': { type: 'file.open' },
    'the file is stored': done('competitionFile', ownCompetition),
    'its next version is stored': done('competitionFile', ownNextVersion),
    'the file is left': done('competitionFile', null),
    'the file form fails': error('competitionFile', new Error('broken')),
    leaves: { type: 'competition.leave' },
    '5 points for exact': { type: 'rule.change', rule: 'pts_exact', points: 5 },
    'clears exact': { type: 'rule.change', rule: 'pts_exact', points: null },
    'starts at the kick-off': { type: 'start.choose', startBy: 'kick_off' },
    'chooses a team': { type: 'team.choose', name: 'ארה"ב', option: 43 },
    'clears the team': { type: 'team.choose', name: 'ארה"ב', option: null },
    'asks nothing': { type: 'questions.choose', questions: false },
    confirms: { type: 'import.confirm' },
    imported: done('importCompetition', tournament),
    'cannot import': error('importCompetition', unavailable),
    'the team is taken': error('importCompetition', teamTaken),
    undoes: { type: 'import.undo' },
    'is undone': done('undoImport', 'undone'),
    'has bets': done('undoImport', 'has_bets'),
    'is too late': done('undoImport', 'too_late'),
    'has started': done('undoImport', 'has_started'),
    'cannot undo': error('undoImport', offline),
  },
  becomes: {
    'start: league': { ...fetchesCompetitions, context: initialContext },
    'loading + loaded': {
      to: 'choosing',
      context: { competitions: catalogue, knownTeams, failure: null },
    },
    'loading + cannot load': { to: 'loadFailed', context: { failure: offline } },
    'loadFailed + tries again': fetchesCompetitions,

    'choosing + chooses the cup': {
      to: 'reviewing',
      context: { competition: upcoming, teams: {}, failure: null },
    },
    'choosing + chooses a finished one': {
      to: 'reviewing',
      context: { competition: finished, teams: {}, failure: null },
    },
    'choosing + chooses one with new matches': {
      to: 'reviewing',
      context: { competition: withNewMatches, teams: {}, failure: null },
    },
    'choosing + chooses one with changes': {
      to: 'reviewing',
      context: { competition: withChanges, teams: {}, failure: null },
    },
    'choosing + chooses one with a missing match': 'ignored',
    // A competition that was just imported can be undone.
    'choosing + chooses one just imported': {
      to: 'imported',
      context: { competition: justImported, teams: {}, failure: null },
    },
    // It has nothing to import, and cannot be undone.
    'choosing + chooses one up to date': 'ignored',
    'choosing + chooses an unknown one': 'ignored',

    'choosing + opens a file': opensFileForm,
    'choosingFile + the file is stored': reviewsStored(ownCompetition),
    'choosingFile + its next version is stored': reviewsStored(ownNextVersion),
    'choosingFile + the file is left': 'choosing',
    'choosingFile + the file form fails': 'choosing',

    ...reviewMovesIn('reviewing'),
    // A rule without points cannot be imported.
    'reviewing + confirms': (before) =>
      before.rules.pts_exact === null ? 'ignored' : startsImport(before as Before),
    'importing + imported': { to: 'imported', context: { tournament, failure: null } },
    'importing + cannot import': { to: 'importFailed', context: { failure: unavailable } },
    'importing + the team is taken': { to: 'importFailed', context: { failure: teamTaken } },
    ...reviewMovesIn('importFailed'),
    'importFailed + confirms': (before) => startsImport(before as Before),

    'imported + undoes': (before) => startsUndo(before as Before),
    'undoing + is undone': 'undone',
    'undoing + has bets': { to: 'undoRefused', context: { refusal: 'has_bets', failure: null } },
    'undoing + is too late': { to: 'undoRefused', context: { refusal: 'too_late', failure: null } },
    'undoing + has started': { to: 'undoRefused', context: { refusal: 'has_started', failure: null } },
    'undoing + cannot undo': { to: 'undoFailed', context: { failure: offline } },
    'undoFailed + undoes': (before) => startsUndo(before as Before),
  },
  claims: {
    loading: hasExactTags('busy'),
    loadFailed: hasExactTags('failed'),
    choosingFile: hasExactTags(),
    reviewing: hasExactTags('reviewed'),
    importing: hasExactTags('busy', 'reviewed'),
    importFailed: hasExactTags('failed', 'reviewed'),
    imported: hasExactTags('imported'),
    undoing: hasExactTags('busy', 'imported'),
    undoRefused: hasExactTags('imported'),
    undoFailed: hasExactTags('failed', 'imported'),
    undone: hasExactTags('busy', 'imported'),
  },
};
