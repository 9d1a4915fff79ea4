import { sql } from 'kysely';
import type { GameStep } from '#contract/models.ts';
import type { Db } from '#server/db/tables.ts';

/** Maximum steps in a game's chat, the newest ones; more than any round has. */
const mostSteps = 200;

/**
 * The starts and results of a post's items, oldest first. The newest result of an item lists the members with an exact
 * score, by the current ledger.
 */
export async function readGameSteps(db: Db, post: number): Promise<GameStep[]> {
  const { rows } = await sql<GameStep>`
    select s.id, s.item_id as item, s.kind, s.at, s.became as "to", coalesce(hits.names, '[]') as exact
    from items i
    join item_steps s on s.item_id = i.id and s.kind in ('started', 'result', 'corrected', 'void')
    left join lateral (
      select jsonb_agg(m.name order by m.name, m.id) as names
      from (select member_id from ledger where item_id = i.id group by member_id having sum(exact) > 0) hit
      join members m on m.id = hit.member_id and m.deleted_at is null
    ) hits on s.kind in ('result', 'corrected') and not exists (
      select from item_steps later where later.item_id = i.id and later.id > s.id
        and later.kind in ('result', 'corrected', 'void'))
    where i.post_id = ${post}::integer
    order by s.id desc limit ${mostSteps}`.execute(db);
  return rows.toReversed();
}
