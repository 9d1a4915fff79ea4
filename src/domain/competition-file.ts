import { limits } from '#contract/limits.ts';
import { fileLimits, type CompetitionSummary, type fileFormats } from '#contract/make-game-calls.ts';

/** Checks of a file of matches before it is sent. */

/** Reasons not to send a file. */
export type FileRefusal = 'unsupported' | 'too_long' | 'empty' | 'unreadable';

const readableNames = /\.(csv|tsv|txt|json)$/i;
/** No supported encoding needs more bytes for one character of UTF-16. */
const maxBytesPerCharacter = 3;

export const fitsLimit = (text: string): boolean => text.length <= fileLimits.characters;

/** The reason not to read a file; null if it can be read. */
export function refusalOfFile({ name, size }: File): FileRefusal | null {
  if (!readableNames.test(name)) return 'unsupported';
  return size > fileLimits.characters * maxBytesPerCharacter ? 'too_long' : null;
}

/** The reason not to send a file's text; null if it can be sent. NUL characters mean a binary format, whatever the name. */
export function refusalOfContent(text: string): FileRefusal | null {
  if (text.includes('\0')) return 'unsupported';
  if (text.trim() === '') return 'empty';
  return fitsLimit(text) ? null : 'too_long';
}

/** The format of a text: JSON begins with a brace, which no table of matches does. */
export const formatOfText = (text: string): (typeof fileFormats)[number] =>
  text.trimStart().startsWith('{') ? 'json' : 'csv';

/** A competition's name, from its file's. */
export const nameOfFile = ({ name }: File): string =>
  name
    .replace(/\.\w+$/, '')
    .slice(0, limits.name.league)
    .trim();

/** Whether importing a competition would create or change anything. */
export const hasNews = ({
  ready,
  changes: { moved, closed, results },
}: Pick<CompetitionSummary, 'ready' | 'changes'>): boolean =>
  ready + moved.length + closed.length + results.length > 0;
