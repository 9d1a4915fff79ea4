import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { lockMemberships } from '#server/db/locks.ts';
import { closeAccount } from './close-account.ts';
import { enterGroup, enterLeague } from './join.ts';

/**
 * Merges a social-login account into the account that owns a phone number, both locked to change them: identities,
 * memberships and ownerships move, the former is closed. Returns false and changes nothing if it has a phone, bets or points of them: two histories are
 * never merged. Points of what was missed are no history: the latter gets its own.
 */
export async function mergeAccounts(db: Db, fromMember: number, intoMember: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from members where id = ${fromMember} and phone is null
      and not exists (select 1 from bets where member_id = ${fromMember})
      and not exists (select 1 from ledger where member_id = ${fromMember} and item_id is not null)`.execute(
    db,
  );
  if (rows.length === 0) return false;
  await sql`update identities set member_id = ${intoMember} where member_id = ${fromMember}`.execute(db);
  const { leagues, groups } = await lockMemberships(db, fromMember);
  for (const league of leagues) await enterLeague(db, league, intoMember);
  for (const group of groups) await enterGroup(db, group, intoMember);
  await sql`update leagues set owner_id = ${intoMember} where owner_id = ${fromMember}`.execute(db);
  await sql`update groups set owner_id = ${intoMember} where owner_id = ${fromMember}`.execute(db);
  await closeAccount(db, fromMember);
  return true;
}
