import { sql } from 'kysely';
import { isWriteRefused } from './errors.ts';
import { onlyRow } from './only-row.ts';
import type { Db } from './tables.ts';

/** Whether the database accepts writes; rejects if it cannot be read either. */
export async function acceptsWrites(db: Db): Promise<boolean> {
  try {
    return await db.transaction().execute(async (trx) => {
      // A sort larger than work_mem writes a temporary file, which fails if the disk is full.
      await sql`set local work_mem = '64kB'`.execute(trx);
      const { rows } = await sql<{ writable: boolean }>`
        select current_setting('transaction_read_only') = 'off' as writable, (
          select count(*) from (select n from generate_series(1, 5000) as n order by n desc offset 1) as sorted)
        `.execute(trx);
      return onlyRow(rows).writable;
    });
  } catch (error) {
    if (isWriteRefused(error)) return false;
    throw error;
  }
}
