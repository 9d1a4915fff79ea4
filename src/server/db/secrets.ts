import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Keys stored in the database, shared by all its processes. */

type SecretName = 'pin' | 'vapid';

/** The key with this name, created by `create` if there is none; of concurrent creations one is kept. */
export async function readSecret(db: Db, name: SecretName, create: () => string): Promise<string> {
  const { rows } = await sql<{ value: string }>`select value from secrets where name = ${name}`.execute(db);
  const value = rows[0]?.value;
  if (value !== undefined) return value;
  await sql`
    insert into secrets (name, value) values (${name}, ${create()}) on conflict (name) do nothing`.execute(
    db,
  );
  return readSecret(db, name, create);
}
