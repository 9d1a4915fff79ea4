import { sql } from 'kysely';
import type { Item } from '#contract/models.ts';
import { hasJokers, type Rules } from '#contract/scoring.ts';
import { storableId } from '#server/db/values.ts';
import type { MemberContext } from '#server/http/context.ts';
import { orNotFound, problem } from '#server/http/problems.ts';
import { emit } from '#server/live/emit.ts';
import { isInLeague, isOpenItem } from '#server/queries/conditions.ts';
import { itemClosed, readPresentedItem } from './presented-item.ts';

type JokerItem = {
  id: number;
  post: number;
  league: number;
  rules: Rules;
  open: boolean;
  is_member: boolean;
  joker: boolean;
};

/**
 * Locks the member's joker of the game, then the item and the joker's current item, and reads both. Items are locked as
 * bets lock them: shared, so that a start waits.
 */
async function lockItems({ db, me }: MemberContext, item: number): Promise<JokerItem[]> {
  const ofGame = sql`(select post_id from items where id = ${item}::integer)`;
  await sql`
    select pg_advisory_xact_lock(hashtextextended('joker ' || ${me.id}::integer || ' ' || ${ofGame}, 0))`.execute(
    db,
  );
  const held = sql`i.id = ${item}::integer or i.id in (
    select item_id from jokers where post_id = ${ofGame} and member_id = ${me.id}::integer)`;
  await sql`select from items i where ${held} order by i.id for share`.execute(db);
  const { rows } = await sql<JokerItem>`
    select i.id, i.post_id as post, p.league_id as league, i.rules, ${isInLeague(sql`p.league_id`, me.id)} as is_member,
      ${isOpenItem} and p.active and l.active as open,
      exists (select from jokers j where j.item_id = i.id and j.member_id = ${me.id}::integer) as joker
    from items i join posts p on p.id = i.post_id join leagues l on l.id = p.league_id
    where ${held} order by i.id`.execute(db);
  return rows;
}

/**
 * Places the caller's joker of a game on an item, or takes it back. The caller holds the locks of post and league. Throws
 * 409 with the closed item: the new one, or the one the joker is on. A repeat changes nothing.
 */
export async function placeJoker(ctx: MemberContext, given: number, place: boolean): Promise<Item> {
  const { db, me } = ctx;
  const id = storableId(given);
  const items = await lockItems(ctx, id);
  const item = orNotFound(items.find((one) => one.id === id));
  if (!item.is_member) throw problem.forbidden();
  if (!hasJokers(item.rules)) throw problem.field('item', 'invalid');
  // Taking the joker back needs only this item to be open.
  const closed = (place ? items : [item]).find(({ open }) => !open);
  if (closed) throw await itemClosed(ctx, closed.id);
  if (item.joker === place) return readPresentedItem(ctx, id);
  if (place)
    await sql`
      insert into jokers (post_id, member_id, item_id) values (${item.post}::integer, ${me.id}::integer, ${id}::integer)
      on conflict (post_id, member_id) do update set item_id = excluded.item_id, placed = clock_timestamp()`.execute(
      db,
    );
  else
    await sql`delete from jokers where item_id = ${id}::integer and member_id = ${me.id}::integer`.execute(
      db,
    );
  // Only for the member's devices: others do not see a joker before its item starts.
  await emit(
    db,
    ...items.map(({ id: changed, post, league }) => ({
      type: 'votes' as const,
      league,
      post,
      item: changed,
      member: me.id,
    })),
  );
  return readPresentedItem(ctx, id);
}
