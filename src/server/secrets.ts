import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './http/context.ts';

/** A key that every process on this database shares; the first to need it makes it. */
export async function readSecret(db: Db, name: 'pin'): Promise<Buffer> {
  const { rows } = await sql<{ value: string }>`
    with made as (
      insert into secrets (name, value)
      select ${name}, ${randomBytes(32).toString('base64')} where not exists (select 1 from secrets where name = ${name})
      on conflict (name) do nothing
      returning value
    )
    select value from made union all select value from secrets where name = ${name}`.execute(db);
  const value = rows[0]?.value;
  // Another process made it between this statement's two looks.
  return value === undefined ? readSecret(db, name) : Buffer.from(value, 'base64');
}
