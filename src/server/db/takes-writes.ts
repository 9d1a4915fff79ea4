import { sql } from 'kysely';
import { isWriteRefused } from './errors.ts';
import type { Db } from './tables.ts';

/** Whether writes are possible now; rejects when the database cannot even be read. */
export async function takesWrites(db: Db): Promise<boolean> {
  try {
    return await db.transaction().execute(async (trx) => {
      // Sorting more than the memory allowed puts a file beside the data: an error where the disk is full.
      await sql`set local work_mem = '64kB'`.execute(trx);
      const { rows } = await sql<{ writable: boolean }>`
        select current_setting('transaction_read_only') = 'off' as writable, (
          select count(*) from (select n from generate_series(1, 5000) as n order by n desc offset 1) as sorted)
        `.execute(trx);
      return rows[0]?.writable === true;
    });
  } catch (error) {
    if (isWriteRefused(error)) return false;
    throw error;
  }
}
