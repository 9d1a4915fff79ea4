import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** Queries for everything stored about one member, by name. */
const exportQueries = (member: number): Record<string, RawBuilder<unknown>> => ({
  member: sql`
    select id, created, name, phone, email, is_staff, is_superuser, preferences from members where id = ${member}`,
  identities: sql`select provider, issuer, subject, created from identities where member_id = ${member} order by created`,
  devices: sql`
    select d.created from known_devices d join members m on m.phone = d.phone where m.id = ${member} order by d.created`,
  sessions: sql`
    select created, last_seen, expires_at, revoked_at, agent from sessions where member_id = ${member} order by id`,
  // Without addresses and keys, which would allow others to push to the device.
  push: sql`
    select created, case when p256dh is null then 'app' else 'browser' end as kind
    from push_ids where member_id = ${member} order by created, push_id`,
  leagues: sql`
    select l.id, l.name, m.joined_at, m.first_joined_at, m.active, m.put_out, m.muted,
      coalesce(l.owner_id = ${member}, false) as owner
    from league_members m join leagues l on l.id = m.league_id where m.member_id = ${member} order by l.id`,
  groups: sql`
    select g.id, g.name, m.joined_at, m.active, coalesce(g.owner_id = ${member}, false) as owner
    from group_members m join groups g on g.id = m.group_id where m.member_id = ${member} order by g.id`,
  invitations: sql`
    select i.created, i.league_id as league, l.name as league_name, i.group_id as group, g.name as group_name
    from league_grants i join leagues l on l.id = i.league_id join groups g on g.id = i.group_id
    where i.member_id = ${member} order by i.league_id`,
  invited_groups: sql`
    select created, league_id as league, group_id as group
    from league_groups where invited_by = ${member} order by league_id, group_id`,
  bets: sql`
    select b.id, b.created, b.updated, b.item_id as item, i.name as item_name, o.name as option, b.value
    from bets b join items i on i.id = b.item_id join item_options o on o.id = b.item_option_id
    where b.member_id = ${member} order by b.id`,
  // Without the random before the start: with it, the seal would reveal the pick.
  seals: sql`
    select s.item_id as item, i.name as item_name, s.seal, case when i.started_at is not null then s.random end as random
    from seals s join items i on i.id = s.item_id where s.member_id = ${member} and s.seal is not null order by s.item_id`,
  jokers: sql`
    select j.placed, j.item_id as item, i.name as item_name
    from jokers j join items i on i.id = j.item_id where j.member_id = ${member} order by j.item_id`,
  steps: sql`
    select s.at, s.kind, s.item_id as item, i.name as item_name, s.version, s.was, s.became, s.source
    from item_steps s join items i on i.id = s.item_id
    where s.member_id = ${member} and s.kind <> 'objected' order by s.id`,
  objections: sql`
    select s.at, s.item_id as item, i.name as item_name, s.became as words
    from item_steps s join items i on i.id = s.item_id
    where s.member_id = ${member} and s.kind = 'objected' order by s.id`,
  objection_votes: sql`
    select v.voted, v.item_id as item, i.name as item_name, v.version, v.agrees
    from objection_votes v join items i on i.id = v.item_id
    where v.member_id = ${member} order by v.item_id, v.version`,
  points: sql`
    select created, league_id as league, post_id as post, item_id as item, points, total, reason
    from ledger where member_id = ${member} order by id`,
  posts: sql`select id, created, league_id as league, description from posts where author_id = ${member} order by id`,
  options: sql`select id, created, name from options where maker_id = ${member} order by id`,
  comments: sql`
    select id, created, post_id as post, active, description from comments where member_id = ${member} order by id`,
  reads: sql`select post_id as post, last, at from talk_reads where member_id = ${member} order by post_id`,
  // Without the text of a message, which another member wrote.
  notifications: sql`
    select id, created, kind, is_new as new, link, data - 'text' as data from notifications where member_id = ${member} order by id`,
  pictures: sql`
    select id, name, created, model, width, height from images where maker_id = ${member} order by id`,
});

/** Everything stored about one member, for that member: rows by name. */
export async function readExport(db: Db, member: number): Promise<Record<string, unknown>> {
  const exported: Record<string, unknown> = {};
  for (const [name, query] of Object.entries(exportQueries(member)))
    exported[name] = (await query.execute(db)).rows;
  return exported;
}
