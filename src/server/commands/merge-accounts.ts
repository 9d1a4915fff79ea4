import { sql } from 'kysely';
import type { Role } from '#contract/models.ts';
import type { Db } from '#server/db/tables.ts';
import { lockClause, lockMemberships } from '#server/db/locks.ts';
import { isOpenItem } from '#server/queries/conditions.ts';
import { closeAccount } from './close-account.ts';
import { emit } from '#server/live/emit.ts';
import { enterGroup, enterLeague } from './join.ts';
import { lockToJoin, settleMissedRounds } from './late-joiners.ts';
import { giveRole } from './roles.ts';

/**
 * Keeps the earlier `first_joined_at` of both accounts for each league, without making `intoMember` a member. For leagues
 * that `intoMember` is not in, also keeps the mute and the removal of `fromMember`. Returns the leagues that `intoMember` is
 * in by themselves, whose missed rounds may have become fewer.
 */
async function keepMemberships(db: Db, fromMember: number, intoMember: number): Promise<number[]> {
  const { rows } = await sql<{ league: number; active: boolean }>`
    insert into league_members (league_id, member_id, first_joined_at, active, put_out, muted)
    select league_id, ${intoMember}::integer, first_joined_at, false, put_out, muted from league_members
    where member_id = ${fromMember}::integer order by league_id
    on conflict (league_id, member_id) do update
      set first_joined_at = least(league_members.first_joined_at, excluded.first_joined_at),
        put_out = league_members.put_out or (excluded.put_out and not league_members.active),
        muted = case when league_members.active then league_members.muted else excluded.muted end
    returning league_id as league, active`.execute(db);
  return rows.flatMap(({ league, active }) => (active ? [league] : []));
}

/** Moves invitations to leagues that `intoMember` is not in, was not removed from, and has no invitation to. */
async function moveInvitations(db: Db, fromMember: number, intoMember: number): Promise<void> {
  await sql`
    update league_grants g set member_id = ${intoMember}::integer
    where g.member_id = ${fromMember}::integer
      and not exists (
        select from league_grants own where own.league_id = g.league_id and own.member_id = ${intoMember}::integer)
      and not exists (
        select from league_members m
        where m.league_id = g.league_id and m.member_id = ${intoMember}::integer and (m.active or m.put_out))`.execute(
    db,
  );
}

/** Keeps the further read position of both accounts in each chat. */
async function keepReadPositions(db: Db, fromMember: number, intoMember: number): Promise<void> {
  await sql`
    insert into talk_reads (member_id, post_id, last, at)
    select ${intoMember}::integer, post_id, last, at from talk_reads
    where member_id = ${fromMember}::integer order by post_id
    on conflict (member_id, post_id) do update set last = excluded.last, at = excluded.at
      where excluded.last > talk_reads.last`.execute(db);
}

/** Keeps the votes of both accounts on objections; on the same result, that of `intoMember`. */
async function keepVotes(db: Db, fromMember: number, intoMember: number): Promise<void> {
  await sql`
    insert into objection_votes (item_id, version, member_id, agrees, voted)
    select item_id, version, ${intoMember}::integer, agrees, voted from objection_votes
    where member_id = ${fromMember}::integer order by item_id, version
    on conflict (item_id, version, member_id) do nothing`.execute(db);
}

/**
 * Keeps the jokers of `fromMember` in games where `intoMember` has none. Only those on open items, since `intoMember` did not
 * choose them before the others closed.
 */
async function keepJokers(db: Db, fromMember: number, intoMember: number): Promise<void> {
  const placed = sql`select item_id from jokers where member_id = ${fromMember}::integer`;
  await sql`select from items where id in (${placed}) order by id for share`.execute(db);
  await sql`
    insert into jokers (post_id, member_id, item_id, placed)
    select j.post_id, ${intoMember}::integer, j.item_id, j.placed from jokers j join items i on i.id = j.item_id
    where j.member_id = ${fromMember}::integer and ${isOpenItem} order by j.post_id
    on conflict (post_id, member_id) do nothing`.execute(db);
}

/** Moves posts, messages, options and uploads, each table locked by id (db/locks.ts). */
async function moveAuthored(db: Db, fromMember: number, intoMember: number): Promise<void> {
  const lock = (table: string, author: string) => sql`
    select from ${sql.id(table)} where ${sql.id(author)} = ${fromMember}::integer order by id ${lockClause.change}`;
  await lock('posts', 'author_id').execute(db);
  await sql`update posts set author_id = ${intoMember} where author_id = ${fromMember}`.execute(db);
  await lock('comments', 'member_id').execute(db);
  await sql`update comments set member_id = ${intoMember} where member_id = ${fromMember}`.execute(db);
  await lock('options', 'maker_id').execute(db);
  await sql`update options set maker_id = ${intoMember} where maker_id = ${fromMember}`.execute(db);
  // The picture of the closed account goes with it.
  await sql`
    update images set maker_id = ${intoMember} where maker_id = ${fromMember} and model <> 'member'`.execute(
    db,
  );
}

/** Gives `intoMember` the role of `fromMember` where it is the higher of both; it may be the last superuser's. */
async function keepHigherRole(db: Db, fromMember: number, intoMember: number): Promise<void> {
  const { rows } = await sql<{ role: Role }>`
    select case when f.is_superuser then 'superuser' else 'staff' end as role
    from members f join members i on (f.is_superuser, f.is_staff) > (i.is_superuser, i.is_staff)
    where f.id = ${fromMember} and i.id = ${intoMember}`.execute(db);
  for (const { role } of rows) await giveRole(db, intoMember, role);
}

/**
 * Merges a social-login account (`fromMember`) into the account that owns a phone number (`intoMember`); the caller has
 * locked both for update. The higher role stays; identities, what was written, made and read, votes, jokers, memberships,
 * invitations and ownerships move, then `fromMember` is closed. Returns false and changes nothing if it has a phone, bets or points for
 * bets: histories are not merged. Medians of missed rounds are recomputed for `intoMember`.
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
  await keepHigherRole(db, fromMember, intoMember);
  await moveAuthored(db, fromMember, intoMember);
  await keepReadPositions(db, fromMember, intoMember);
  const { leagues, groups } = await lockMemberships(db, fromMember);
  await keepVotes(db, fromMember, intoMember);
  await keepJokers(db, fromMember, intoMember);
  const leaguesOfBoth = await keepMemberships(db, fromMember, intoMember);
  for (const league of leagues) await enterLeague(db, league, intoMember);
  for (const league of leaguesOfBoth) {
    await lockToJoin(db, league);
    if (await settleMissedRounds(db, league, intoMember)) await emit(db, { type: 'standings', league });
  }
  for (const group of groups) await enterGroup(db, group, intoMember);
  await moveInvitations(db, fromMember, intoMember);
  await sql`update leagues set owner_id = ${intoMember} where owner_id = ${fromMember}`.execute(db);
  await sql`update groups set owner_id = ${intoMember} where owner_id = ${fromMember}`.execute(db);
  await closeAccount(db, fromMember);
  return true;
}
