import { sql } from 'kysely';
import type { TimelineEntry } from '#contract/models.ts';
import { onlyRow } from '#server/db/only-row.ts';
import type { Db } from '#server/db/tables.ts';
import type { MemberContext } from '#server/http/context.ts';
import { emit } from '#server/live/emit.ts';
import type { LockedItem } from '#server/commands/item-steps.ts';
import type { ResultSummary } from '#server/texts/notifications.ts';
import { notify } from './notify.ts';
import type { LedgerLine } from '#server/commands/settle-item.ts';

/** Notifications about games (decisions §9), created in the transaction of the change. */

async function leagueMembers(db: Db, league: number): Promise<number[]> {
  const rows = await db
    .selectFrom('league_members')
    .select('member_id')
    .where('league_id', '=', league)
    .where('active', '=', true)
    .execute();
  return rows.map(({ member_id }) => member_id);
}

/** A game's name: the first line of its text, else its first item's name, else ''. `words`: it has no items. */
async function readGame(db: Db, post: number): Promise<{ name: string; words: boolean }> {
  const { rows } = await sql<{ name: string; words: boolean }>`
    select coalesce(nullif(split_part(p.description, E'\n', 1), ''),
      (select name from items i where i.post_id = p.id order by i.position, i.id limit 1), '') as name,
      not exists (select from items i where i.post_id = p.id) as words
    from posts p where p.id = ${post}::integer`.execute(db);
  return onlyRow(rows);
}

/** Notifies a league of a new or pinned post. */
export async function notifyLeague(
  ctx: MemberContext,
  kind: 'new_game' | 'pinned',
  league: number,
  post: number,
): Promise<void> {
  const { name: game, words } = await readGame(ctx.db, post);
  const data = { game, ...(words && { words }) };
  const link = `post/${post}`;
  await notify(ctx.db, await leagueMembers(ctx.db, league), { kind, league, actor: ctx.me.id, link, data });
}

/** Notifies a league of imported matches: one notification, however many games there are. */
export async function notifyOfMatches(
  db: Db,
  {
    league,
    actor,
    tournament,
    before,
    ...data
  }: {
    league: number;
    /** Null for an automatic import. */
    actor: number | null;
    tournament: number;
    game: string;
    matches: number;
    before: number;
  },
): Promise<void> {
  await notify(db, await leagueMembers(db, league), {
    kind: 'new_game',
    league,
    actor,
    link: `section/${league}?tab=games`,
    data,
    // Once for the state before this import.
    dedupe: `tournament:${tournament}:${before}`,
  });
}

/** Id of the message in a chat notification; indexed by `notifications_of_message`. */
const notifiedMessageId = sql<number>`(data ->> 'comment')::integer`;

/**
 * Notifies the participants of a chat who are in its league: those who wrote in it, and the post's author. Replaces their
 * unread notification about the same chat; a member who does not get this one keeps theirs.
 */
export async function notifyMessage(
  ctx: MemberContext,
  { id, post, league, text }: { id: number; post: number; league: number | null; text: string },
): Promise<void> {
  const { rows } = await sql<{ member: number }>`
    (select member_id as member from comments where post_id = ${post}::integer and active
     union select author_id from posts where id = ${post}::integer)
    intersect
    select member_id from league_members where league_id = ${league}::integer and active`.execute(ctx.db);
  const members = rows.map(({ member }) => member);
  const link = `post/${post}?sheet=chat&of=${post}`;
  await notify(ctx.db, members, {
    kind: 'comment',
    league,
    actor: ctx.me.id,
    link,
    data: { game: (await readGame(ctx.db, post)).name, text, comment: id },
  });
  await sql`
    with notified as (
      select member_id from notifications where kind = 'comment' and ${notifiedMessageId} = ${id}::integer
    ),
    replaced as (
      delete from notifications
      where kind = 'comment' and link = ${link} and is_new and ${notifiedMessageId} is distinct from ${id}::integer
        and member_id in (select member_id from notified)
      returning member_id, coalesce((data ->> 'since')::integer, ${notifiedMessageId}) as since
    )
    update notifications n set data = data || jsonb_build_object('since', replaced.since)
    from (select member_id, min(since) as since from replaced group by member_id) replaced
    where n.kind = 'comment' and ${notifiedMessageId} = ${id}::integer and n.member_id = replaced.member_id`.execute(
    ctx.db,
  );
}

/**
 * Updates the notifications about removed messages: each shows the newest message that it had replaced and that still exists,
 * or is deleted with its queued push. The posts are locked, so that no message is written or removed meanwhile.
 */
export async function withdrawMessages(db: Db, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ member: number }>`
    with replacements as (
      select n.id, before.id as comment, before.member_id as actor, before.description as text
      from notifications n
      join comments c on c.id = ${notifiedMessageId}
      left join lateral (
        select b.id, b.member_id, b.description from comments b
        where b.post_id = c.post_id and b.active and b.id < c.id and b.id >= (n.data ->> 'since')::integer
          and b.member_id <> n.member_id
        order by b.id desc limit 1
      ) before on true
      where n.kind = 'comment' and ${notifiedMessageId} = any(${[...ids]}::integer[])
    ),
    gone as (
      delete from notifications where id in (select id from replacements where comment is null) returning member_id
    ),
    changed as (
      update notifications n set actor_id = replacements.actor,
        data = data || jsonb_build_object('comment', replacements.comment, 'text', replacements.text)
      from replacements where n.id = replacements.id and replacements.comment is not null
      returning n.member_id
    )
    select member_id as member from gone union select member_id from changed order by 1`.execute(db);
  await emit(db, ...rows.map(({ member }) => ({ type: 'notification' as const, member })));
}

type ItemSummary = Pick<LockedItem, 'id' | 'name' | 'layout' | 'league'>;

/** The current result of an item, for notifications of a correction. */
async function readResultSummary(db: Db, { id, layout }: ItemSummary): Promise<ResultSummary> {
  const options = await db
    .selectFrom('item_options')
    .select(['name', 'result'])
    .where('item_id', '=', id)
    .orderBy('position')
    .execute();
  return { layout, options };
}

/** Members with a bet on a voided item whose ledger did not change; they are notified too. */
async function bettorsWithoutChange(
  db: Db,
  item: number,
  lines: readonly LedgerLine[],
): Promise<LedgerLine[]> {
  const notified = new Set(lines.map(({ member }) => member));
  const rows = await db
    .selectFrom('bets')
    .select('member_id as member')
    .where('item_id', '=', item)
    .execute();
  return rows
    .filter(({ member }) => !notified.has(member))
    .map(({ member }) => ({ member, was: 0, total: 0 }));
}

/**
 * Notifies members of results: their own points; for a correction the change and the current result; for a void, everybody
 * who bet.
 */
export async function notifyResults(
  db: Db,
  actor: number | null,
  item: ItemSummary,
  kind: TimelineEntry['kind'],
  changed: readonly LedgerLine[],
): Promise<void> {
  const { id, name, league } = item;
  const lines = kind === 'void' ? [...changed, ...(await bettorsWithoutChange(db, id, changed))] : changed;
  if (lines.length === 0) return;
  const standingResult = kind === 'corrected' ? await readResultSummary(db, item) : null;
  // Members who left the league are not notified.
  const leagueMemberIds = new Set(await leagueMembers(db, league));
  // One insert for each pair of (before, after).
  const byPoints = new Map<string, LedgerLine[]>();
  for (const line of lines.filter(({ member }) => leagueMemberIds.has(member))) {
    const key = `${line.was ?? 0} ${line.total}`;
    const sameNews = byPoints.get(key);
    if (sameNews) sameNews.push(line);
    else byPoints.set(key, [line]);
  }
  for (const sameNews of byPoints.values()) {
    const [first] = sameNews;
    if (!first) continue;
    const common = { league, actor, link: `item?id=${id}` };
    const members = sameNews.map(({ member }) => member);
    const points = first.total;
    if (kind === 'result') {
      await notify(db, members, { ...common, kind: 'results', data: { item: name, points } });
    } else {
      const was = first.was ?? 0;
      await notify(db, members, {
        ...common,
        kind: 'correction',
        data: { item: name, was, points, now: standingResult },
      });
    }
  }
}

/**
 * Notifies a league's members that dates of items have moved or are no longer known, once for all that move together; not the
 * member who moved them.
 */
export async function notifyMoved(
  db: Db,
  items: readonly Pick<LockedItem, 'id' | 'name' | 'league' | 'date'>[],
  actor: number | null = null,
): Promise<void> {
  const [first] = items;
  if (!first) return;
  const { id, name, league, date: movedTo } = first;
  await notify(db, await leagueMembers(db, league), {
    kind: 'closing',
    league,
    actor,
    link: items.length === 1 ? `item?id=${id}` : `section/${league}?tab=games`,
    data: { item: name, items: items.length, movedTo },
  });
}
