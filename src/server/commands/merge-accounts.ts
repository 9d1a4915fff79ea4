import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { closeAccount, readMemberships } from './close-account.ts';
import { enterGroup, enterLeague } from './join.ts';

/**
 * Merges a social-login account into the account that owns a phone number: identities, memberships and ownerships
 * move, the former is closed. Returns false and changes nothing if it has a phone, bets or points: two histories are
 * never merged.
 */
export async function mergeAccounts(db: Db, young: number, known: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from members where id = ${young} and phone is null
      and not exists (select 1 from bets where member_id = ${young})
      and not exists (select 1 from ledger where member_id = ${young})
    for update`.execute(db);
  if (rows.length === 0) return false;
  await sql`update identities set member_id = ${known} where member_id = ${young}`.execute(db);
  const { leagues, groups } = await readMemberships(db, young);
  for (const league of leagues) await enterLeague(db, league, known);
  for (const group of groups) await enterGroup(db, group, known);
  await sql`update leagues set owner_id = ${known} where owner_id = ${young}`.execute(db);
  await sql`update groups set owner_id = ${known} where owner_id = ${young}`.execute(db);
  await closeAccount(db, young);
  return true;
}
