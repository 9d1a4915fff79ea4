import type { ContextFrom } from 'xstate';
import { fileLimits, type CompetitionFile } from '#contract/make-game-calls.ts';
import type { competitionFile } from '#machines/competition-file.ts';
import { noChanges } from './import-competition.expectations.ts';
import {
  done,
  error,
  hasExactTags,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof competitionFile>;

/** A file whose size is what it says: its content is not looked at here. */
const fileOf = (name: string, size = 40) =>
  Object.defineProperty(new File([''], name), 'size', { value: size });
const cup = fileOf('גביע השכונה.csv');
/** Its name is longer than a competition's may be, which ends at a blank in it. */
const winter = fileOf('ליגת החורף בשכונתנו כולה 2027.CSV', 3 * fileLimits.characters);
const spreadsheet = fileOf('cup.xlsx');
const heavy = fileOf('cup.csv', 3 * fileLimits.characters + 1);

export const table = 'מחזור,תאריך,מארחת,אורחת\nא,1.3.2027,אריות,דובים';
export const document = '\n{"version": 1}';
/** What is left of a text that was cleared but for its line end. */
const blank = ' \n';
const longest = `${table}\n`.padEnd(fileLimits.characters, '-');

const answerOf = (more: Partial<CompetitionFile>): CompetitionFile => ({
  competition: null,
  problems: [],
  problemCount: 0,
  ...more,
});
const competition = {
  id: 'own-1',
  name: 'גביע השכונה',
  over: false,
  rounds: 1,
  matches: 1,
  first: '2027-03-01T18:00:00.000Z',
  last: '2027-03-01T18:00:00.000Z',
  imported: false,
  ready: 1,
  changes: noChanges,
  undo_until: null,
  newTeams: ['אריות', 'דובים'],
  questions: 1,
};
const sound = answerOf({ competition });
/** All of it is in the league. */
const known = answerOf({ competition: { ...competition, imported: true, ready: 0, newTeams: [] } });
/** All of it is in the league, on other dates. */
const moved = answerOf({
  competition: {
    ...competition,
    imported: true,
    ready: 0,
    newTeams: [],
    changes: {
      ...noChanges,
      moved: [
        { item: 71, home: 'דובים', away: 'אריות', from: '2027-03-08T18:00:00.000Z', to: competition.first },
      ],
    },
  },
});
const faulty = answerOf({
  problems: [{ line: 2, field: 'date', code: 'invalid', value: '31.2.2027' }],
  problemCount: 1,
});

const offline = { kind: 'offline' as const };
/** The league has as many as it may. */
const full = { kind: 'conflict' as const };
const busy = { kind: 'unavailable' as const, retryAfter: 5 };
/** Nothing is told of the file. */
const noVerdict = { answer: null, refusal: null, failure: null };

/** A document's own name goes with it: the call's is its format's. */
const sent = ({ league, format, name, text }: Before) => ({
  section: league,
  format,
  name: format === 'json' ? 'json' : name,
  text,
});
const checks = (before: Before) => ({ to: 'checking', calls: { checkFile: sent(before) } });
const stores = (before: Before) => ({ to: 'storing', calls: { storeFile: sent(before) } });
/** A table has to have a name, and a document has one. */
const mayCheck = ({ text, format, name }: Before) =>
  text !== '' && text !== blank && (format === 'json' || name.trim() !== '');

const names = new Map([
  [cup, 'גביע השכונה'],
  [winter, 'ליגת החורף בשכונתנו'],
]);
const prefilled = ['', ...names.values()];
const reads = (file: File) => (before: Before) => ({
  to: 'reading',
  context: {
    file,
    // What a person has typed is not lost to a corrected file.
    name: prefilled.includes(before.name) ? names.get(file) : before.name,
    ...noVerdict,
  },
  calls: { readFile: { file } },
});
const refuses = (refusal: Before['refusal']) => ({ to: 'refused', context: { ...noVerdict, refusal } });
const holds = (text: string, format: 'csv' | 'json') => ({
  to: 'editing',
  context: { text, format, ...noVerdict },
});
const named = (name: string) => ({ to: 'editing', context: { name, ...noVerdict } });

const chooses = (state: string) => ({
  [`${state} + chooses the cup`]: reads(cup),
  [`${state} + chooses the winter`]: reads(winter),
  [`${state} + chooses a spreadsheet`]: refuses('unsupported'),
  [`${state} + chooses a heavy file`]: refuses('too_long'),
});
const edits = (state: string) => ({
  ...chooses(state),
  [`${state} + pastes a table`]: holds(table, 'csv'),
  [`${state} + pastes a document`]: holds(document, 'json'),
  [`${state} + pastes as much as fits`]: holds(longest, 'csv'),
  [`${state} + pastes too much`]: refuses('too_long'),
  [`${state} + clears the text`]: holds('', 'csv'),
  [`${state} + leaves a blank line`]: holds(blank, 'csv'),
  [`${state} + types a name`]: named('שלנו'),
  [`${state} + types a space`]: named(' '),
  [`${state} + checks`]: (before: Before) => (mayCheck(before) ? checks(before) : ('ignored' as const)),
  [`${state} + leaves`]: { to: 'left', output: null },
});
const returns = { to: 'editing', context: noVerdict };

/** What is written of competition-file: its test walks it headless, its screen's in a browser. */
export const competitionFileExpectations: MachineExpectations<typeof competitionFile> = {
  inputs: { league: { league: 4 } },
  fold: ({ text, format, name, answer, refusal, failure }) =>
    [
      text === '' ? 'no text' : text === blank ? 'a blank line' : format,
      name === '' ? 'no name' : prefilled.includes(name) ? 'prefilled' : name.trim() || 'a space',
      answer?.competition
        ? `${answer.competition.ready} ready, ${answer.competition.changes.moved.length} moved`
        : answer
          ? 'problems'
          : '',
      refusal ?? failure?.kind ?? '',
    ]
      .filter(Boolean)
      .join(', '),
  events: {
    'chooses the cup': { type: 'file.choose', file: cup },
    'chooses the winter': { type: 'file.choose', file: winter },
    'chooses a spreadsheet': { type: 'file.choose', file: spreadsheet },
    'chooses a heavy file': { type: 'file.choose', file: heavy },
    'pastes a table': { type: 'text.change', text: table },
    'pastes a document': { type: 'text.change', text: document },
    'pastes as much as fits': { type: 'text.change', text: longest },
    'pastes too much': { type: 'text.change', text: `${longest}-` },
    'clears the text': { type: 'text.change', text: '' },
    'leaves a blank line': { type: 'text.change', text: blank },
    'types a name': { type: 'name.change', name: 'שלנו' },
    'types a space': { type: 'name.change', name: ' ' },
    checks: { type: 'file.check' },
    edits: { type: 'file.edit' },
    stores: { type: 'file.store' },
    leaves: { type: 'file.leave' },
    'a table is read': done('readFile', table),
    'as much as fits is read': done('readFile', longest),
    'too much is read': done('readFile', `${longest}-`),
    'nothing is read': done('readFile', ' \n'),
    'a spreadsheet is read': done('readFile', 'PK\u0003\u0004\0\0'),
    'cannot be read': error('readFile', new Error('gone')),
    'is sound': done('checkFile', sound),
    'is known': done('checkFile', known),
    'has moved': done('checkFile', moved),
    'is faulty': done('checkFile', faulty),
    'cannot check': error('checkFile', offline),
    'is stored': done('storeFile', sound),
    'is taken meanwhile': done('storeFile', faulty),
    'cannot store': error('storeFile', busy),
    'is one too many': error('storeFile', full),
  },
  becomes: {
    'start: league': {
      to: 'editing',
      context: {
        league: 4,
        file: null,
        name: '',
        text: '',
        format: 'csv',
        ...noVerdict,
      },
    },
    ...edits('editing'),
    ...edits('refused'),
    ...edits('checkFailed'),
    'checkFailed + checks': checks,

    'reading + a table is read': holds(table, 'csv'),
    'reading + as much as fits is read': holds(longest, 'csv'),
    'reading + too much is read': refuses('too_long'),
    'reading + nothing is read': refuses('empty'),
    'reading + a spreadsheet is read': refuses('unsupported'),
    'reading + cannot be read': refuses('unreadable'),

    'checking + is sound': { to: 'reviewing', context: { ...noVerdict, answer: sound } },
    'checking + is known': { to: 'reviewing', context: { ...noVerdict, answer: known } },
    'checking + has moved': { to: 'reviewing', context: { ...noVerdict, answer: moved } },
    'checking + is faulty': { to: 'faulty', context: { ...noVerdict, answer: faulty } },
    'checking + cannot check': { to: 'checkFailed', context: { failure: offline, refusal: null } },

    ...chooses('faulty'),
    'faulty + edits': returns,

    // Of what the league has already there is nothing to store.
    'reviewing + stores': (before) => (before.answer === known ? 'ignored' : stores(before)),
    'reviewing + edits': returns,
    'storing + is stored': { to: 'stored', context: { ...noVerdict, answer: sound }, output: competition },
    'storing + is taken meanwhile': { to: 'faulty', context: { ...noVerdict, answer: faulty } },
    'storing + cannot store': { to: 'storeFailed', context: { failure: busy, refusal: null } },
    'storing + is one too many': { to: 'storeFailed', context: { failure: full, refusal: null } },
    'storeFailed + stores': stores,
    'storeFailed + edits': returns,
  },
  claims: {
    editing: hasExactTags(),
    reading: hasExactTags('busy'),
    refused: hasExactTags('refused'),
    checking: hasExactTags('busy'),
    checkFailed: hasExactTags('failed'),
    faulty: hasExactTags('faulty'),
    reviewing: hasExactTags('reviewed'),
    storing: hasExactTags('busy', 'reviewed'),
    storeFailed: hasExactTags('failed', 'reviewed'),
  },
};
