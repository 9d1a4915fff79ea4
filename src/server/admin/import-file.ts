import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import * as v from 'valibot';
import { decodeText } from '#contract/decode-text.ts';
import { limits } from '#contract/limits.ts';
import {
  CompetitionFile,
  fileFormats,
  fileLimits,
  Tournament,
  type CompetitionFileProblem,
} from '#contract/make-game-calls.ts';
import type { Platform } from '#server/boot/platform.ts';
import { StartError } from '#server/boot/start-error.ts';
import { errorCode } from '#server/db/errors.ts';
import { call, requireId } from './operator-api.ts';

/** `npm run admin -- import LEAGUE FILE`: a file of matches as a tournament of a league. */

const Packed = v.object({ format: v.picklist(fileFormats), name: v.string(), text: v.string() });

const formatOf = (path: string) =>
  fileFormats.find((format) => extname(path).toLowerCase() === `.${format}`) ?? null;

/** Encodes a file's text, format and name as one argument; a StartError if it cannot be read. */
export async function packFile(path: string): Promise<string> {
  const format = formatOf(path);
  if (format === null) throw new StartError(`${path} is neither a table (.csv) nor a competition (.json)`);
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new StartError(`${path} cannot be read (${errorCode(error)})`);
  });
  const text = decodeText(bytes);
  if (text.length > fileLimits.characters)
    throw new StartError(`${path} has more than ${fileLimits.characters} characters`);
  const name = basename(path, extname(path)).slice(0, limits.name.league);
  return JSON.stringify({ format, name, text } satisfies v.InferOutput<typeof Packed>);
}

const problemLine = ({ line, field, code, value }: CompetitionFileProblem) =>
  [`line ${line}`, field, value === undefined ? code : `${code} (${value})`].filter(Boolean).join(', ');

/** Imports an encoded file into a league, with the default points; returns the text to print. */
export async function importFile(platform: Platform, typed: string, packed: string): Promise<string> {
  const section = Number(requireId(typed));
  const file = v.parse(Packed, JSON.parse(packed));
  const { competition, problems, problemCount } = await call(
    platform,
    CompetitionFile,
    'POST',
    'competitionFile/',
    { body: { section, ...file, store: true } },
  );
  if (!competition) {
    const more = problemCount - problems.length;
    const lines = [...problems.map(problemLine), ...(more > 0 ? [`and ${more} more`] : [])];
    throw new StartError(`nothing was imported:\n  ${lines.join('\n  ')}`);
  }
  const { id, name, over, imported, changes } = competition;
  const { games, made, changed } = await call(platform, Tournament, 'POST', 'importCompetition/', {
    body: { section, competition: id, rules: {}, replay: over },
  });
  const summary = [
    `${name}: ${made} matches were added to league ${section}, which has ${games.length} of its rounds now`,
    ...(imported ? [changesLine(changed)] : []),
    ...changes.left.map(({ home, away }) => `no longer in the file, and left as it is: ${home} – ${away}`),
  ];
  return summary.join('\n');
}

const changesLine = ({ moved, closed, results }: v.InferOutput<typeof Tournament>['changed']) =>
  `${moved} dates moved, ${results} results were entered, and ${closed} matches closed, whose new dates have passed`;
