import { sql, type RawBuilder } from 'kysely';
import { onlyRow } from './only-row.ts';
import type { Db } from './tables.ts';

/**
 * Lock order of all transactions, which prevents deadlocks:
 *
 * 1. the PIN of a sign-in, and its counters
 * 2. members, by id
 * 3. posts, then messages and options, by id; or game types or rules, by id, then the tree of them all (advisory)
 * 4. leagues, by id; then groups, by id; then the caller's memberships
 * 5. a member's bets on an item, by item (advisory); or a member's joker of a game (advisory)
 * 6. items, by id
 * 7. the sums of items that are shown before the start, by item (advisory)
 * 8. the late joiners of a league (advisory): joining it shares the lock, settling its games takes it whole
 *
 * Bets written together (0022_place_bets.sql) need no order: they never wait for a lock.
 *
 * A call locks the rows that its policy depends on before it reads them (auth/access.ts). The lock of a league or group
 * covers its memberships: joining and notifying take it shared, leaving and transferring take it as `change`. A member's
 * lock covers their sessions, devices and memberships, which they take as `change` to modify.
 */
export type LockStrength = 'share' | 'change';

/** Clauses by strength. Neither conflicts with the locks of foreign key checks, which come in any order. */
export const lockClause: Readonly<Record<LockStrength, RawBuilder<unknown>>> = {
  share: sql`for share`,
  change: sql`for no key update`,
};

/**
 * The leagues and groups of a member, by id, locked to change their memberships. The member is locked as well, so that
 * they join nothing meanwhile.
 */
export async function lockMemberships(
  db: Db,
  member: number,
): Promise<{ leagues: number[]; groups: number[] }> {
  await sql`
    select from leagues
    where id in (select league_id from league_members where member_id = ${member}::int and active)
    order by id ${lockClause.change}`.execute(db);
  await sql`
    select from groups
    where id in (select group_id from group_members where member_id = ${member}::int and active)
    order by id ${lockClause.change}`.execute(db);
  // Read again after locking: a league that was deleted meanwhile is left out.
  const { rows } = await sql<{ leagues: number[]; groups: number[] }>`
    select array(select league_id from league_members where member_id = ${member}::int and active order by 1) as leagues,
      array(select group_id from group_members where member_id = ${member}::int and active order by 1) as groups`.execute(
    db,
  );
  return onlyRow(rows);
}

/** Serialises changes of the tree of game types: each is validated against the whole tree. */
export async function lockGameTypes(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('game types'))`.execute(db);
}
