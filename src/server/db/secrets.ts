import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Keys shared by all processes of a database, kept in it. */

type SecretName = 'pin' | 'vapid';

/** The key of that name. Where there is none, `create` makes it; of several made at once, one stays. */
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
