import type { importCompetition } from '#machines/import-competition.ts';
import type { CompetitionSummary, StartMode, Tournament } from '#contract/make-game-calls.ts';
import {
  done,
  error,
  hasExactTags,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

export const noChanges = { moved: [], closed: [], results: [], left: [] };
const summary = (id: string, name: string, more: Partial<CompetitionSummary> = {}): CompetitionSummary => ({
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
  ...more,
});
const undoUntil = '2027-01-05T10:10:00.000Z';

export const ahead = summary('cup', 'גביע השכונה', {
  ready: 3,
  questions: 5,
  source: 'OpenLigaDB',
});
/** Played already: its dates move. */
export const over = summary('worldcup-2026', 'מונדיאל 2026', { over: true });
/** Imported, and more of it is known by now. */
export const grown = summary('league', 'ליגת החורף', { imported: true, over: true, ready: 2 });
/** Imported a moment ago, all of it. */
export const fresh = summary('fresh', 'טורניר הקיץ', { imported: true, ready: 0, undo_until: undoUntil });
const pair = (item: number, home: string, away: string) => ({ item, home, away });
/** Imported, and none of it is new: dates have moved, results are known, and a match is gone. */
export const changed = summary('changed', 'גביע הקיץ', {
  imported: true,
  ready: 0,
  changes: {
    moved: [
      {
        ...pair(71, 'דובים', 'אריות'),
        from: '2027-06-11T19:00:00.000Z',
        to: '2027-06-13T18:30:00.000Z',
      },
      { ...pair(72, 'זאבים', 'נץ'), from: null, to: '2027-06-14T18:30:00.000Z' },
    ],
    closed: [pair(73, 'זאבים', 'דובים')],
    results: [pair(74, 'נץ', 'אריות')],
    left: [pair(75, 'דובים', 'נץ')],
  },
});
/** Imported; a match is not in it any more, which is nothing to do. */
export const shrunk = summary('shrunk', 'גביע הסתיו', {
  imported: true,
  ready: 0,
  changes: { ...noChanges, left: [pair(76, 'שועלים', 'נץ')] },
});
/** Imported, and nothing to do about it. */
export const settled = summary('settled', 'אליפות האביב', { imported: true, ready: 0 });
/** Made of a file just now; nobody knows two of its teams. */
export const own = summary('own-1', 'ליגת הרחוב', { ready: 2, newTeams: ['ארה"ב', 'נמרי הרחוב'] });
export const knownTeams = [
  { id: 43, name: 'ארצות הברית' },
  { id: 7, name: 'ברזיל' },
];
/** The next version of one that is listed. */
export const ownAgain = { ...own, ready: 3 };
export const catalogue = [settled, ahead, shrunk, over, fresh, changed, grown];

export const tournament: Tournament = {
  competition: 'cup',
  name: 'גביע השכונה',
  games: [{ post: 31, name: 'חצי הגמר', matches: 2 }],
  made: 2,
  changed: { moved: 3, closed: 1, results: 2 },
  questions: 5,
  undo_until: undoUntil,
};

const defaults = { pts_exact: 4, pts_difference: 3, pts_outcome: 2 };
const offline = { kind: 'offline' as const };
/** Another team of the competition is what the first of the named ones is said to be. */
const taken = {
  kind: 'validation' as const,
  fields: { 'teams.0.option': { code: 'duplicate' as const } },
};
const busy = { kind: 'unavailable' as const, retryAfter: 5 };
const nothing = {
  league: 4,
  competitions: [],
  knownTeams: [],
  competition: null,
  teams: {},
  rules: defaults,
  startBy: 'date' as const,
  questions: true,
  tournament: null,
  refusal: null,
  failure: null,
};
const opensFile = { to: 'choosingFile', calls: { competitionFile: { league: 4 } } };
const fetches = { to: 'loading', calls: { fetchCompetitions: { league: 4 } } };

type Before = {
  competition: CompetitionSummary | null;
  teams: Readonly<Record<string, number>>;
  rules: typeof defaults;
  startBy: StartMode;
  questions: boolean;
};
/** One that is over is played again; what of one that is imported has become known since, is not. */
const replays: Readonly<Record<string, boolean>> = {
  cup: false,
  'worldcup-2026': true,
  league: false,
  changed: false,
  'own-1': false,
};
const imports = ({ competition, teams, rules, startBy, questions }: Before) => {
  const id = competition?.id ?? '';
  const told = 'ארה"ב' in teams ? [{ name: 'ארה"ב', option: 43 }] : [];
  return {
    to: 'importing',
    calls: {
      importCompetition: {
        section: 4,
        competition: id,
        rules,
        replay: replays[id],
        startBy,
        questions,
        teams: told,
      },
    },
  };
};
const undoes = ({ competition }: Before) => ({
  to: 'undoing',
  calls: { undoImport: { league: 4, competition: competition?.id } },
});
/** What a walk has chosen; of more than one choice, that there are several. */
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

/** It is listed with the others from now on, once. */
const chooses = (stored: CompetitionSummary) => ({
  to: 'reviewing',
  context: { competition: stored, competitions: [...catalogue, stored], teams: {}, failure: null },
});

const review = (state: string) => ({
  [`${state} + leaves`]: 'choosing',
  [`${state} + five for exact`]: {
    to: 'reviewing',
    context: { rules: { ...defaults, pts_exact: 5 }, failure: null },
  },
  [`${state} + starts at the kick-off`]: {
    to: 'reviewing',
    context: { startBy: 'kick_off' as const, failure: null },
  },
  [`${state} + names a team`]: { to: 'reviewing', context: { teams: { 'ארה"ב': 43 }, failure: null } },
  [`${state} + unnames it`]: { to: 'reviewing', context: { teams: {}, failure: null } },
  [`${state} + asks nothing`]: { to: 'reviewing', context: { questions: false, failure: null } },
  [`${state} + clears exact`]: {
    to: 'reviewing',
    context: { rules: { ...defaults, pts_exact: null }, failure: null },
  },
});

/** What is written of import-competition: its test walks it headless, its screen's in a browser. */
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
    'chooses one that is over': { type: 'competition.choose', id: 'worldcup-2026' },
    'chooses what has grown': { type: 'competition.choose', id: 'league' },
    'chooses what has changed': { type: 'competition.choose', id: 'changed' },
    'chooses what has shrunk': { type: 'competition.choose', id: 'shrunk' },
    'chooses what is fresh': { type: 'competition.choose', id: 'fresh' },
    'chooses what is settled': { type: 'competition.choose', id: 'settled' },
    'chooses nothing known': { type: 'competition.choose', id: 'gone' },
    'opens a file': { type: 'file.open' },
    'the file is stored': done('competitionFile', own),
    'its next version is stored': done('competitionFile', ownAgain),
    'the file is left': done('competitionFile', null),
    'the file breaks': error('competitionFile', new Error('broken')),
    leaves: { type: 'competition.leave' },
    'five for exact': { type: 'rule.change', rule: 'pts_exact', points: 5 },
    'clears exact': { type: 'rule.change', rule: 'pts_exact', points: null },
    'starts at the kick-off': { type: 'start.choose', startBy: 'kick_off' },
    'names a team': { type: 'team.choose', name: 'ארה"ב', option: 43 },
    'unnames it': { type: 'team.choose', name: 'ארה"ב', option: null },
    'asks nothing': { type: 'questions.choose', questions: false },
    confirms: { type: 'import.confirm' },
    imported: done('importCompetition', tournament),
    'cannot import': error('importCompetition', busy),
    'another team is it': error('importCompetition', taken),
    undoes: { type: 'import.undo' },
    'is undone': done('undoImport', 'undone'),
    'has bets': done('undoImport', 'has_bets'),
    'is too late': done('undoImport', 'too_late'),
    'has started': done('undoImport', 'has_started'),
    'cannot undo': error('undoImport', offline),
  },
  becomes: {
    'start: league': { ...fetches, context: nothing },
    'loading + loaded': {
      to: 'choosing',
      context: { competitions: catalogue, knownTeams, failure: null },
    },
    'loading + cannot load': { to: 'loadFailed', context: { failure: offline } },
    'loadFailed + tries again': fetches,

    'choosing + chooses the cup': {
      to: 'reviewing',
      context: { competition: ahead, teams: {}, failure: null },
    },
    'choosing + chooses one that is over': {
      to: 'reviewing',
      context: { competition: over, teams: {}, failure: null },
    },
    'choosing + chooses what has grown': {
      to: 'reviewing',
      context: { competition: grown, teams: {}, failure: null },
    },
    'choosing + chooses what has changed': {
      to: 'reviewing',
      context: { competition: changed, teams: {}, failure: null },
    },
    'choosing + chooses what has shrunk': 'ignored',
    // Made a moment ago: what is offered is to take it back.
    'choosing + chooses what is fresh': {
      to: 'imported',
      context: { competition: fresh, teams: {}, failure: null },
    },
    // Neither more of it can be made, nor can it be taken back.
    'choosing + chooses what is settled': 'ignored',
    'choosing + chooses nothing known': 'ignored',

    'choosing + opens a file': opensFile,
    'choosingFile + the file is stored': chooses(own),
    'choosingFile + its next version is stored': chooses(ownAgain),
    'choosingFile + the file is left': 'choosing',
    'choosingFile + the file breaks': 'choosing',

    ...review('reviewing'),
    // Without its points a rule is no rule.
    'reviewing + confirms': (before) =>
      before.rules.pts_exact === null ? 'ignored' : imports(before as Before),
    'importing + imported': { to: 'imported', context: { tournament, failure: null } },
    'importing + cannot import': { to: 'importFailed', context: { failure: busy } },
    'importing + another team is it': { to: 'importFailed', context: { failure: taken } },
    ...review('importFailed'),
    'importFailed + confirms': (before) => imports(before as Before),

    'imported + undoes': (before) => undoes(before as Before),
    'undoing + is undone': 'undone',
    'undoing + has bets': { to: 'undoRefused', context: { refusal: 'has_bets', failure: null } },
    'undoing + is too late': { to: 'undoRefused', context: { refusal: 'too_late', failure: null } },
    'undoing + has started': { to: 'undoRefused', context: { refusal: 'has_started', failure: null } },
    'undoing + cannot undo': { to: 'undoFailed', context: { failure: offline } },
    'undoFailed + undoes': (before) => undoes(before as Before),
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
