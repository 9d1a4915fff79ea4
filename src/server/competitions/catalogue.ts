import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '#server/boot/start-error.ts';
import { errorCode } from '#server/db/errors.ts';
import { parseCompetition, type Competition } from './competition-format.ts';

const shipped = fileURLToPath(new URL('./', import.meta.url));

function readDocument(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new StartError(
      `the competition ${path} cannot be read: ${error instanceof Error ? error.message : ''}`,
    );
  }
}

/** The competition in a JSON file; a StartError names each place that is wrong. */
export function readCompetition(path: string): Competition {
  const read = parseCompetition(readDocument(path));
  if ('competition' in read) return read.competition;
  const places = read.problems.slice(0, 5).map(({ path: place, code }) => `${place}: ${code}`);
  throw new StartError(`the competition ${path} is not in the format: ${places.join('; ')}`);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new StartError(`COMPETITIONS_DIR is no folder that can be read: ${folder} (${errorCode(error)})`);
  }
}

const readFolder = (folder: string): Competition[] =>
  namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => readCompetition(join(folder, name)));

/** Competitions that can be imported, by id: those that ship with the app, and the operator's. */
export type Catalogue = ReadonlyMap<string, Competition>;

/** Reads the catalogue; the operator's competitions replace those with the same id. */
export function readCatalogue(own: string | null): Catalogue {
  const all = [...readFolder(shipped), ...(own === null ? [] : readFolder(own))];
  return new Map(all.map((competition) => [competition.id, competition]));
}
