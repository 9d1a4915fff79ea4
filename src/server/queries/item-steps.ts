import { sql } from 'kysely';
import type { TimelineEntry } from '#contract/models.ts';
import { callerId, isStaff, type Context } from '#server/http/context.ts';
import { isInLeague } from './conditions.ts';
import { memberName, renamedOption } from '#server/db/content-names.ts';

export type ItemStepRow = {
  id: number;
  kind: TimelineEntry['kind'];
  at: string;
  version: number;
  was: unknown;
  became: unknown;
  by_id: number | null;
  by_name: string;
  file: string | null;
  source: string | null;
};

/** Maximum steps of each kind in a timeline, the newest ones, so that many edits do not displace results. */
const mostOfKind = 200;

/** The steps of an item, in order. Objections are only shown to staff and to members of its league. */
export async function readItemSteps(ctx: Context, item: number): Promise<ItemStepRow[]> {
  const { db, language } = ctx;
  const { rows } = await sql<ItemStepRow>`
    select s.id, s.kind, s.at, s.version, s.was, s.source,
      case when s.kind in ('no_points', 'points') then ${renamedOption(item, sql`s.became`, language)} else s.became end as became,
      m.id as by_id, ${memberName('m', language)} as by_name, g.name as file
    from (
      select *, row_number() over (partition by kind order by id desc) as nth from item_steps
      where item_id = ${item}::integer
    ) s
    left join members m on m.id = s.member_id
    left join images g on g.id = m.image_id
    where s.nth <= ${mostOfKind}::integer and (s.kind <> 'objected' or ${isStaff(ctx)}::boolean
      or ${isInLeague(sql`(select i.league_id from items i where i.id = s.item_id)`, callerId(ctx))})
    order by s.id`.execute(db);
  return rows;
}
