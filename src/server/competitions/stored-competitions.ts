import type { Db } from '#server/db/tables.ts';
import type { Catalogue } from './catalogue.ts';
import type { Competition } from './competition-format.ts';

/** The catalogue as it stands: what a source has told counts for what the files say. */
export async function readCurrentCatalogue(db: Db, catalogue: Catalogue): Promise<Catalogue> {
  const rows = await db.selectFrom('sources').select(['competition', 'document']).execute();
  // Written by sources/ask.ts, which has parsed it.
  const told = rows.flatMap(({ competition, document }) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the format was checked before it was stored
    document === null ? [] : [[competition, document as Competition] as const],
  );
  return new Map([...catalogue, ...told]);
}
