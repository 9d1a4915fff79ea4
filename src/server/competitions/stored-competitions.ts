import type { Db } from '#server/db/tables.ts';
import type { Catalogue } from './catalogue.ts';
import type { Competition } from './competition-format.ts';

/** The catalogue with the stored competitions of sources, which replace those of the files. */
export async function readCurrentCatalogue(db: Db, catalogue: Catalogue): Promise<Catalogue> {
  const rows = await db.selectFrom('sources').select(['competition', 'document']).execute();
  // Written by sources/ask.ts, which has parsed it.
  const stored = rows.flatMap(({ competition, document }) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the format was checked before it was stored
    document === null ? [] : [[competition, document as Competition] as const],
  );
  return new Map([...catalogue, ...stored]);
}

/** The catalogue of one league: with its own competitions, unless an id is in the catalogue. */
export async function readLeagueCatalogue(db: Db, catalogue: Catalogue, league: number): Promise<Catalogue> {
  const own = await db
    .selectFrom('league_competitions')
    .select(['id', 'document'])
    .where('league_id', '=', league)
    .orderBy('id')
    .execute();
  // Written by commands/store-competition-file.ts, which has parsed it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the format was checked before it was stored
  const stored = own.map(({ id, document }) => [id, document as Competition] as const);
  return new Map([...stored, ...(await readCurrentCatalogue(db, catalogue))]);
}
