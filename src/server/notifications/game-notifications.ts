import { sql } from 'kysely';
import type { TimelineEntry } from '#contract/models.ts';
import type { Db } from '#server/db/tables.ts';
import type { MemberContext } from '#server/http/context.ts';
import { emit } from '#server/live/emit.ts';
import type { LockedItem } from '#server/commands/item-steps.ts';
import type { ResultSummary } from '#server/texts/notifications.ts';
import { notify } from './notify.ts';
import type { LedgerLine } from '#server/commands/settle-item.ts';

/** Who is notified of what happens to games (decisions §9), in the transaction it happens in. */

async function leagueMembers(db: Db, league: number): Promise<number[]> {
  const rows = await db
    .selectFrom('league_members')
    .select('member_id')
    .where('league_id', '=', league)
    .where('active', '=', true)
    .execute();
  return rows.map(({ member_id }) => member_id);
}

/** A game's name: its description's first line, else its first item's name, else ''. `words`: there are no items. */
async function readGame(db: Db, post: number): Promise<{ name: string; words: boolean }> {
  const { rows } = await sql<{ name: string; words: boolean }>`
    select coalesce(nullif(split_part(p.description, E'\n', 1), ''),
      (select name from items i where i.post_id = p.id order by i.position, i.id limit 1), '') as name,
      not exists (select from items i where i.post_id = p.id) as words
    from posts p where p.id = ${post}::integer`.execute(db);
  return rows[0] ?? { name: '', words: false };
}

/** A post in a league is new, or was pinned. */
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

/** Matches of a competition were imported into a league: one notification, however many games they are. */
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
    /** Null: made without anybody's asking. */
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
    // Once for what was there at this import.
    dedupe: `tournament:${tournament}:${before}`,
  });
}

/** Id of the message that a notification of a chat tells: what `notifications_of_message` is of. */
const toldMessage = sql<number>`(data ->> 'comment')::integer`;

/**
 * A comment, to those who take part in the chat and are in its league: who wrote in it, and whose post it is.
 * Replaces the unread notification about the same chat; who is told nothing of this one keeps theirs.
 */
export async function notifyMessage(
  ctx: MemberContext,
  { id, post, league, text }: { id: number; post: number; league: number | null; text: string },
): Promise<void> {
  const { rows } = await sql<{ member: number }>`
    (select member_id as member from comments where post_id = ${post}::integer and active
     union select author_id from posts where id = ${post}::integer and author_id is not null)
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
    with told as (
      select member_id from notifications where kind = 'comment' and ${toldMessage} = ${id}::integer
    ),
    replaced as (
      delete from notifications
      where kind = 'comment' and link = ${link} and is_new and ${toldMessage} is distinct from ${id}::integer
        and member_id in (select member_id from told)
      returning member_id, coalesce((data ->> 'since')::integer, ${toldMessage}) as since
    )
    update notifications n set data = data || jsonb_build_object('since', replaced.since)
    from (select member_id, min(since) as since from replaced group by member_id) replaced
    where n.kind = 'comment' and ${toldMessage} = ${id}::integer and n.member_id = replaced.member_id`.execute(
    ctx.db,
  );
}

/**
 * Messages were taken down: the notifications that tell them tell the newest one they have replaced that still stands, or
 * go, and what is queued of them for a push with them. The posts are locked, so that no other message is written or taken
 * down meanwhile.
 */
export async function withdrawMessages(db: Db, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ member: number }>`
    with told as (
      select n.id, before.id as comment, before.member_id as actor, before.description as text
      from notifications n
      join comments c on c.id = ${toldMessage}
      left join lateral (
        select b.id, b.member_id, b.description from comments b
        where b.post_id = c.post_id and b.active and b.id < c.id and b.id >= (n.data ->> 'since')::integer
          and b.member_id <> n.member_id
        order by b.id desc limit 1
      ) before on true
      where n.kind = 'comment' and ${toldMessage} = any(${[...ids]}::integer[])
    ),
    gone as (
      delete from notifications where id in (select id from told where comment is null) returning member_id
    ),
    changed as (
      update notifications n set actor_id = told.actor,
        data = data || jsonb_build_object('comment', told.comment, 'text', told.text)
      from told where n.id = told.id and told.comment is not null
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

/** Bettors of a voided item without a ledger change; they are notified too. */
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
 * Results: each member with their own points; a correction with its change and the current result; a void to
 * everybody who bet.
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
  // Former members are not notified.
  const leagueMemberIds = new Set(await leagueMembers(db, league));
  // One insert per distinct (before, after).
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
 * Dates of a league's items have moved, or are not known any more: its members are told each time they do, once of all that
 * move together; not the member who has moved them, where it was one.
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
