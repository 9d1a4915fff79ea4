import { limits } from '#contract/limits.ts';
import { fileLimits, type CompetitionSummary, type fileFormats } from '#contract/make-game-calls.ts';

/** A file of matches, before it is sent, and what importing it would do. */

/** Why a file is not sent. */
export type FileRefusal = 'unsupported' | 'too_long' | 'empty' | 'unreadable';

const readableNames = /\.(csv|tsv|txt|json)$/i;
/** No encoding that is decoded has more for one character. */
const maxBytesPerCharacter = 3;

export const fitsLimit = (text: string): boolean => text.length <= fileLimits.characters;

/** Why a file is not even read; null where it is. */
export function refusalOfFile({ name, size }: File): FileRefusal | null {
  if (!readableNames.test(name)) return 'unsupported';
  return size > fileLimits.characters * maxBytesPerCharacter ? 'too_long' : null;
}

/** Why what was read of a file is not sent; null where it is. A spreadsheet's own format is no text, whatever its name says. */
export function refusalOfContent(text: string): FileRefusal | null {
  if (text.includes('\0')) return 'unsupported';
  if (text.trim() === '') return 'empty';
  return fitsLimit(text) ? null : 'too_long';
}

/** A document begins with a brace, and a table of matches never does. */
export const formatOfText = (text: string): (typeof fileFormats)[number] =>
  text.trimStart().startsWith('{') ? 'json' : 'csv';

/** A competition's name, by its file's. */
export const nameOfFile = ({ name }: File): string =>
  name
    .replace(/\.\w+$/, '')
    .slice(0, limits.name.league)
    .trim();

/** Whether importing a competition makes or changes anything. */
export const hasNews = ({
  ready,
  changes: { moved, closed, results },
}: Pick<CompetitionSummary, 'ready' | 'changes'>): boolean =>
  ready + moved.length + closed.length + results.length > 0;
