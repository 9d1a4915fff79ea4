import { assign, setup } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import type { CompetitionFile, CompetitionFileInput, CompetitionSummary } from '#contract/make-game-calls.ts';
import {
  fitsLimit,
  formatOfText,
  hasNews,
  nameOfFile,
  refusalOfContent,
  refusalOfFile,
  type FileRefusal,
} from '#domain/competition-file.ts';
import { nonNull, outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';

/** A file of matches as it is sent. */
type MatchFile = Pick<CompetitionFileInput, 'section' | 'format' | 'name' | 'text'>;
type Context = {
  readonly league: number;
  /** The file chosen last; null if none was chosen. */
  readonly file: File | null;
  readonly name: string;
  readonly text: string;
  readonly format: MatchFile['format'];
  /** The server's check of the text. */
  readonly answer: CompetitionFile | null;
  readonly refusal: FileRefusal | null;
  readonly failure: Failure | null;
};
type Events =
  | { type: 'file.choose'; file: File }
  | { type: 'text.change'; text: string }
  | { type: 'name.change'; name: string }
  | { type: 'file.check' }
  | { type: 'file.edit' }
  | { type: 'file.store' }
  | { type: 'file.leave' };

/** The verdict fields while the text is unchecked. */
const noVerdict = { answer: null, refusal: null, failure: null } as const;

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { league: number };
    output: CompetitionSummary | null;
    tags: 'busy' | 'failed' | 'refused' | 'faulty' | 'reviewed';
  }>(),
  actors: {
    readFile: port<string, { file: File }>('readFile'),
    checkFile: port<CompetitionFile, MatchFile>('checkFile'),
    storeFile: port<CompetitionFile, MatchFile>('storeFile'),
  },
  guards: {
    isReadable: (_, file: File) => refusalOfFile(file) === null,
    isSendable: (_, text: string) => refusalOfContent(text) === null,
    fitsLimit: (_, text: string) => fitsLimit(text),
    isComplete: ({ context: { text, format, name } }) =>
      text.trim() !== '' && (format === 'json' || name.trim() !== ''),
    isCompetition: (_, { competition }: CompetitionFile) => competition !== null,
    hasNews: ({ context: { answer } }) => answer?.competition != null && hasNews(answer.competition),
  },
  actions: {
    // A typed name is kept when another file is chosen.
    setFile: assign(({ context }, file: File) => {
      const isTyped = context.name !== (context.file ? nameOfFile(context.file) : '');
      return {
        ...noVerdict,
        file,
        name: isTyped ? context.name : nameOfFile(file),
      };
    }),
    setText: assign((_, text: string) => ({
      ...noVerdict,
      text,
      format: formatOfText(text),
    })),
    setName: assign((_, name: string) => ({ ...noVerdict, name })),
    storeAnswer: assign((_, answer: CompetitionFile) => ({ ...noVerdict, answer })),
    clearVerdict: assign(noVerdict),
    storeRefusal: assign((_, refusal: FileRefusal | null) => ({ ...noVerdict, refusal })),
    storeFailure: assign((_, failure: Failure) => ({ failure, refusal: null })),
  },
});

const fileIn = ({ event }: { event: { file: File } }) => event.file;
const textIn = ({ event }: { event: { text: string } }) => event.text;
const storeAnswer = { type: 'storeAnswer', params: outputOf<CompetitionFile> } as const;
const isCompetition = { type: 'isCompetition', params: outputOf<CompetitionFile> } as const;
const matchFileOf = ({ context: { league, format, name, text } }: { context: Context }): MatchFile => ({
  section: league,
  format,
  // A JSON document contains its name, but the call requires one.
  name: format === 'json' ? format : name,
  text,
});

const onChoose = [
  {
    guard: { type: 'isReadable', params: fileIn },
    target: 'reading',
    actions: { type: 'setFile', params: fileIn },
  },
  {
    target: 'refused',
    actions: {
      type: 'storeRefusal',
      params: ({ event }: { event: { file: File } }) => refusalOfFile(event.file),
    },
  },
] as const;
const onReturn = { target: 'editing', actions: 'clearVerdict' } as const;
const onEdit = {
  'file.choose': onChoose,
  'text.change': [
    {
      guard: { type: 'fitsLimit', params: textIn },
      target: 'editing',
      actions: { type: 'setText', params: textIn },
    },
    { target: 'refused', actions: { type: 'storeRefusal', params: 'too_long' } },
  ],
  'name.change': {
    target: 'editing',
    actions: { type: 'setName', params: ({ event }: { event: { name: string } }) => event.name },
  },
  'file.check': { guard: 'isComplete', target: 'checking' },
  'file.leave': 'left',
} as const;

/**
 * Turns a file of matches into a competition of a league: chosen or pasted, checked by the server, and stored after its
 * owner has reviewed the result. The text survives every refusal and failure.
 */
export const competitionFile = charts.createMachine({
  id: 'competition-file',
  context: ({ input }) => ({
    ...input,
    file: null,
    name: '',
    text: '',
    format: 'csv',
    ...noVerdict,
  }),
  initial: 'editing',
  states: {
    editing: { on: onEdit },
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readFile',
        src: 'readFile',
        input: ({ context }) => ({ file: nonNull(context.file) }),
        onDone: [
          {
            guard: { type: 'isSendable', params: outputOf },
            target: 'editing',
            actions: { type: 'setText', params: outputOf },
          },
          {
            target: 'refused',
            actions: { type: 'storeRefusal', params: ({ event }) => refusalOfContent(event.output) },
          },
        ],
        onError: { target: 'refused', actions: { type: 'storeRefusal', params: 'unreadable' } },
      },
    },
    refused: { tags: 'refused', on: onEdit },
    checking: {
      tags: 'busy',
      invoke: {
        id: 'checkFile',
        src: 'checkFile',
        input: matchFileOf,
        onDone: [
          { guard: isCompetition, target: 'reviewing', actions: storeAnswer },
          { target: 'faulty', actions: storeAnswer },
        ],
        onError: { target: 'checkFailed', actions: storeFailure },
      },
    },
    // No guard: the text was sent before, so it can be sent again.
    checkFailed: { tags: 'failed', on: { ...onEdit, 'file.check': 'checking' } },
    faulty: { tags: 'faulty', on: { 'file.choose': onChoose, 'file.edit': onReturn } },
    reviewing: {
      tags: 'reviewed',
      on: { 'file.store': { guard: 'hasNews', target: 'storing' }, 'file.edit': onReturn },
    },
    storing: {
      tags: ['busy', 'reviewed'],
      invoke: {
        id: 'storeFile',
        src: 'storeFile',
        input: matchFileOf,
        onDone: [
          { guard: isCompetition, target: 'stored', actions: storeAnswer },
          // The competition's id was taken in the meantime.
          { target: 'faulty', actions: storeAnswer },
        ],
        onError: { target: 'storeFailed', actions: storeFailure },
      },
    },
    storeFailed: { tags: ['failed', 'reviewed'], on: { 'file.store': 'storing', 'file.edit': onReturn } },
    stored: { type: 'final' },
    left: { type: 'final' },
  },
  // Null if the machine was closed without storing.
  output: ({ context: { answer } }) => answer?.competition ?? null,
});
