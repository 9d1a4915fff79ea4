import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Tells every listener of a channel, at commit when `db` is a transaction. The payload stays below 8000 bytes. */
export async function notify(db: Kysely<Tables>, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}
