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

/** A file of a given size: its content is not read here. */
const fileOf = (name: string, size = 40) =>
  Object.defineProperty(new File([''], name), 'size', { value: size });
const cupFile = fileOf('גביע השכונה.csv');
/** A file whose name is longer than a competition's may be: that ends at a blank in it. */
const winterFile = fileOf('ליגת החורף בשכונתנו כולה 2027.CSV', 3 * fileLimits.characters);
const spreadsheetFile = fileOf('cup.xlsx');
const oversizedFile = fileOf('cup.csv', 3 * fileLimits.characters + 1);

export const csvText = 'מחזור,תאריך,מארחת,אורחת\nא,1.3.2027,אריות,דובים';
export const jsonText = '\n{"version": 1}';
/** A text that was cleared but for its line end. */
const blankLine = ' \n';
const longestText = `${csvText}\n`.padEnd(fileLimits.characters, '-');

const answerOf = (fields: Partial<CompetitionFile>): CompetitionFile => ({
  competition: null,
  problems: [],
  problemCount: 0,
  ...fields,
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
const validAnswer = answerOf({ competition });
/** The league has all of its matches. */
const importedAnswer = answerOf({ competition: { ...competition, imported: true, ready: 0, newTeams: [] } });
/** The league has all of its matches, one of them on another date. */
const movedAnswer = answerOf({
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
const problemsAnswer = answerOf({
  problems: [{ line: 2, field: 'date', code: 'invalid', value: '31.2.2027' }],
  problemCount: 1,
});

const offline = { kind: 'offline' as const };
/** The league has the maximum number of competitions. */
const tooManyCompetitions = { kind: 'conflict' as const };
const unavailable = { kind: 'unavailable' as const, retryAfter: 5 };
/** The context without an answer about the file. */
const noAnswer = { answer: null, refusal: null, failure: null };

/** The parameters of a call. A JSON document has its own name: the call's is `json`. */
const fileParams = ({ league, format, name, text }: Before) => ({
  section: league,
  format,
  name: format === 'json' ? 'json' : name,
  text,
});
const checksFile = (before: Before) => ({ to: 'checking', calls: { checkFile: fileParams(before) } });
const storesFile = (before: Before) => ({ to: 'storing', calls: { storeFile: fileParams(before) } });
/** A CSV table needs a name; a JSON document has one. */
const mayCheck = ({ text, format, name }: Before) =>
  text !== '' && text !== blankLine && (format === 'json' || name.trim() !== '');

const prefilledNames = new Map([
  [cupFile, 'גביע השכונה'],
  [winterFile, 'ליגת החורף בשכונתנו'],
]);
const namesBeforeTyping = ['', ...prefilledNames.values()];
const readsFile = (file: File) => (before: Before) => ({
  to: 'reading',
  context: {
    file,
    // A typed name is not replaced by that of a corrected file.
    name: namesBeforeTyping.includes(before.name) ? prefilledNames.get(file) : before.name,
    ...noAnswer,
  },
  calls: { readFile: { file } },
});
const refusesFile = (refusal: Before['refusal']) => ({ to: 'refused', context: { ...noAnswer, refusal } });
const setsText = (text: string, format: 'csv' | 'json') => ({
  to: 'editing',
  context: { text, format, ...noAnswer },
});
const setsName = (name: string) => ({ to: 'editing', context: { name, ...noAnswer } });

const fileChoicesIn = (state: string) => ({
  [`${state} + chooses the cup`]: readsFile(cupFile),
  [`${state} + chooses the winter`]: readsFile(winterFile),
  [`${state} + chooses a spreadsheet`]: refusesFile('unsupported'),
  [`${state} + chooses an oversized file`]: refusesFile('too_long'),
});
const editsIn = (state: string) => ({
  ...fileChoicesIn(state),
  [`${state} + pastes a table`]: setsText(csvText, 'csv'),
  [`${state} + pastes a document`]: setsText(jsonText, 'json'),
  [`${state} + pastes as much as fits`]: setsText(longestText, 'csv'),
  [`${state} + pastes too much`]: refusesFile('too_long'),
  [`${state} + clears the text`]: setsText('', 'csv'),
  [`${state} + leaves a blank line`]: setsText(blankLine, 'csv'),
  [`${state} + types a name`]: setsName('שלנו'),
  [`${state} + types a space`]: setsName(' '),
  [`${state} + checks`]: (before: Before) => (mayCheck(before) ? checksFile(before) : ('ignored' as const)),
  [`${state} + leaves`]: { to: 'left', output: null },
});
const returnsToEditing = { to: 'editing', context: noAnswer };

/** Expectations of competition-file, for its test and for its screen's walk. */
export const competitionFileExpectations: MachineExpectations<typeof competitionFile> = {
  inputs: { league: { league: 4 } },
  fold: ({ text, format, name, answer, refusal, failure }) =>
    [
      text === '' ? 'no text' : text === blankLine ? 'a blank line' : format,
      name === '' ? 'no name' : namesBeforeTyping.includes(name) ? 'prefilled' : name.trim() || 'a space',
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
    'chooses the cup': { type: 'file.choose', file: cupFile },
    'chooses the winter': { type: 'file.choose', file: winterFile },
    'chooses a spreadsheet': { type: 'file.choose', file: spreadsheetFile },
    'chooses an oversized file': { type: 'file.choose', file: oversizedFile },
    'pastes a table': { type: 'text.change', text: csvText },
    'pastes a document': { type: 'text.change', text: jsonText },
    'pastes as much as fits': { type: 'text.change', text: longestText },
    'pastes too much': { type: 'text.change', text: `${longestText}-` },
    'clears the text': { type: 'text.change', text: '' },
    'leaves a blank line': { type: 'text.change', text: blankLine },
    'types a name': { type: 'name.change', name: 'שלנו' },
    'types a space': { type: 'name.change', name: ' ' },
    checks: { type: 'file.check' },
    edits: { type: 'file.edit' },
    stores: { type: 'file.store' },
    leaves: { type: 'file.leave' },
    'a table is read': done('readFile', csvText),
    'as much as fits is read': done('readFile', longestText),
    'too much is read': done('readFile', `${longestText}-`),
    'nothing is read': done('readFile', ' \n'),
    'a spreadsheet is read': done('readFile', 'PK\u0003\u0004\0\0'),
    'cannot be read': error('readFile', new Error('gone')),
    'is valid': done('checkFile', validAnswer),
    'is imported already': done('checkFile', importedAnswer),
    'has moved dates': done('checkFile', movedAnswer),
    'has problems': done('checkFile', problemsAnswer),
    'cannot check': error('checkFile', offline),
    'is stored': done('storeFile', validAnswer),
    'has problems when stored': done('storeFile', problemsAnswer),
    'cannot store': error('storeFile', unavailable),
    'has too many competitions': error('storeFile', tooManyCompetitions),
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
        ...noAnswer,
      },
    },
    ...editsIn('editing'),
    ...editsIn('refused'),
    ...editsIn('checkFailed'),
    'checkFailed + checks': checksFile,

    'reading + a table is read': setsText(csvText, 'csv'),
    'reading + as much as fits is read': setsText(longestText, 'csv'),
    'reading + too much is read': refusesFile('too_long'),
    'reading + nothing is read': refusesFile('empty'),
    'reading + a spreadsheet is read': refusesFile('unsupported'),
    'reading + cannot be read': refusesFile('unreadable'),

    'checking + is valid': { to: 'reviewing', context: { ...noAnswer, answer: validAnswer } },
    'checking + is imported already': { to: 'reviewing', context: { ...noAnswer, answer: importedAnswer } },
    'checking + has moved dates': { to: 'reviewing', context: { ...noAnswer, answer: movedAnswer } },
    'checking + has problems': { to: 'faulty', context: { ...noAnswer, answer: problemsAnswer } },
    'checking + cannot check': { to: 'checkFailed', context: { failure: offline, refusal: null } },

    ...fileChoicesIn('faulty'),
    'faulty + edits': returnsToEditing,

    // A file whose matches are all in the league has nothing to store.
    'reviewing + stores': (before) => (before.answer === importedAnswer ? 'ignored' : storesFile(before)),
    'reviewing + edits': returnsToEditing,
    'storing + is stored': {
      to: 'stored',
      context: { ...noAnswer, answer: validAnswer },
      output: competition,
    },
    'storing + has problems when stored': { to: 'faulty', context: { ...noAnswer, answer: problemsAnswer } },
    'storing + cannot store': { to: 'storeFailed', context: { failure: unavailable, refusal: null } },
    'storing + has too many competitions': {
      to: 'storeFailed',
      context: { failure: tooManyCompetitions, refusal: null },
    },
    'storeFailed + stores': storesFile,
    'storeFailed + edits': returnsToEditing,
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
