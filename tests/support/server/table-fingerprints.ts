import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

// Left out, since any request may change them: times of last use, and counters.
const volatileTables = new Set(['counters', 'sessions', 'jobs', 'idempotency']);

/** A hash of each table's rows, by its name: equal as long as nothing was written. */
export async function tableFingerprints(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const prints: Record<string, string> = {};
  for (const { name } of tables) {
    if (volatileTables.has(name)) continue;
    // Reading a league stores the visit.
    const row = name === 'league_members' ? sql`(league_id, member_id, active)::text` : sql`t::text`;
    const { rows } = await sql<{ print: string }>`
      select count(*) || ' ' || md5(coalesce(string_agg(${row}, '|' order by ${row}), '')) as print
      from ${sql.table(name)} t`.execute(db);
    prints[name] = rows[0]?.print ?? '';
  }
  return prints;
}
