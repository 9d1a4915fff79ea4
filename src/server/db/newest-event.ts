import { sql } from 'kysely';
import { onlyRow } from './only-row.ts';
import type { Db } from './tables.ts';

/** Id of the newest live event; 0 if there is none. */
export async function newestEventId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from live_events`.execute(db);
  return onlyRow(rows).id;
}
