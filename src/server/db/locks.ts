import { sql, type RawBuilder } from 'kysely';
import type { Db } from './tables.ts';

/**
 * The one order in which transactions lock rows, so that none waits for another in a circle:
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
 * Bets that are written together (0022_place_bets.sql) keep no order, since they wait for no lock.
 *
 * A call first locks what it is judged by, and is judged by what it then reads (auth/access.ts). A league's lock, or a
 * group's, stands for who is in it: joining it and notifying its members shares the lock, leaving it and handing it
 * over takes it to `change`. A member's lock stands for what is theirs: sessions, devices, and the memberships that
 * they take it to `change` for.
 */
export type LockStrength = 'share' | 'change';

/** Neither waits for the check of a foreign key, which comes in no order. */
export const lockClause: Readonly<Record<LockStrength, RawBuilder<unknown>>> = {
  share: sql`for share`,
  change: sql`for no key update`,
};

/**
 * The leagues and groups that a member is in, by id, locked to change who is in them. The member is locked, to change
 * them, so that they join nothing meanwhile.
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
  // Read once they are locked: what was deleted while it was waited for is nobody's any more.
  const { rows } = await sql<{ leagues: number[]; groups: number[] }>`
    select array(select league_id from league_members where member_id = ${member}::int and active order by 1) as leagues,
      array(select group_id from group_members where member_id = ${member}::int and active order by 1) as groups`.execute(
    db,
  );
  return rows[0] ?? { leagues: [], groups: [] };
}

/** Waits until nobody else changes the tree of game types: a change is judged by what the rest of it is then. */
export async function lockGameTypes(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('game types'))`.execute(db);
}
