import type { CompetitionFileInput } from '#contract/make-game-calls.ts';
import type { ReadFile } from './file-problem.ts';
import { readCsv } from './read-csv.ts';
import { readJson } from './read-json.ts';

/** Reads a file of matches in either format. */
export const readCompetitionFile = ({
  format,
  text,
  name,
}: Pick<CompetitionFileInput, 'format' | 'text' | 'name'>): ReadFile =>
  format === 'csv' ? readCsv(text, name) : readJson(text);
