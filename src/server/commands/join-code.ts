import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { limits } from '#contract/limits.ts';
import type { Db } from '#server/db/tables.ts';

const { alphabet, length } = limits.code;

function randomCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** A random join code that no league or group uses. */
export async function newJoinCode(db: Db): Promise<string> {
  for (;;) {
    const code = randomCode();
    const { rows } = await sql`
      select 1 from leagues where code = ${code}
      union all select 1 from groups where code = ${code}`.execute(db);
    if (rows.length === 0) return code;
  }
}

/** Replaces the join code of a league or group, which the caller has locked; the old code becomes invalid. */
export async function renewJoinCode(db: Db, kind: 'section' | 'clan', id: number): Promise<string> {
  const code = await newJoinCode(db);
  const table = kind === 'section' ? sql.table('leagues') : sql.table('groups');
  await sql`update ${table} set code = ${code}, updated = now() where id = ${id}`.execute(db);
  return code;
}
