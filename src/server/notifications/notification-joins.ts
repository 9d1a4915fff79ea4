import { sql, type RawBuilder } from 'kysely';
import { shareLeagueOrGroup } from '#server/db/memberships.ts';
import { englishNames } from '#server/db/content-names.ts';

const readerIsInLeague = sql`exists (
  select from league_members lm where lm.league_id = n.league_id and lm.member_id = n.member_id and lm.active)`;

/**
 * Joins of a notification `n`: its league `l` and its actor `a`, if visible to its reader. A reader who left the league sees
 * what was stored, without current names and pictures. `offset` makes the planner look up the league of each row: otherwise
 * it would read all leagues for a page of ten.
 */
export const notificationSources = sql`
  left join lateral (select * from leagues where id = n.league_id offset 0) l on l.removed_at is null and (
    ${readerIsInLeague} or (not l.custom and l.active)
    or exists (select from league_grants g where g.league_id = l.id and g.member_id = n.member_id))
  left join members a on a.id = n.actor_id and (
    ${readerIsInLeague} or ${shareLeagueOrGroup(sql`n.member_id`, sql`a.id`)})`;

/** SQL: id of the item that a notification `n` links to; null for another link. */
export const notifiedItem = sql<number | null>`substring(n.link from '^item[?]id=([0-9]+)')::integer`;

/** SQL: id of the post that it links to; null for another link. */
const notifiedPost = sql<number | null>`substring(n.link from '^post/([0-9]+)')::integer`;

/** SQL: for a reader of English, the English names of what a notification `n` is about, by stored name. */
export const namesInEnglish = (
  language: RawBuilder<unknown>,
): RawBuilder<Record<string, string> | null> => sql`
  case when ${language} = 'en' then ${englishNames(sql`(i.id = ${notifiedItem} or i.post_id = ${notifiedPost})`)} end`;

/** SQL: whether the game that a notification `n` links to was deleted. */
export const isOfDeletedGame = sql<boolean>`exists (
  select from posts p where not p.active and p.id = coalesce(
    ${notifiedPost},
    (select i.post_id from items i where i.id = ${notifiedItem})))`;
