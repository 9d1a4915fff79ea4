import { sql, type RawBuilder } from 'kysely';
import type { Page } from '#contract/model-registry.ts';
import type { Group } from '#contract/models.ts';
import { callerId, isStaff, type Context } from '#server/http/context.ts';
import { readPage, type PageWindow } from './paged.ts';

export type GroupRow = Omit<Group, 'image' | 'is_staff' | 'in_section'> & {
  file: string | null;
  runs: boolean;
  in_league: number | null;
};

const columns = (
  league: number | null,
) => sql`g.id, g.created, g.updated, g.name, g.code, picture.name as file,
  g.owner_id as owner,
  (select count(*) from group_members m where m.group_id = g.id and m.active) as users,
  case when ${league}::int is not null then (
    select count(*) from group_members m
    join league_members lm on lm.league_id = ${league}::int and lm.member_id = m.member_id and lm.active
    where m.group_id = g.id and m.active) end as in_league,
  staff or coalesce(g.owner_id = mine.member_id, false) as runs`;

const from = (ctx: Context, where: RawBuilder<unknown>) => sql`
  from groups g
  cross join (select ${callerId(ctx)}::int as mine_id, ${isStaff(ctx)}::boolean as staff) caller
  left join group_members mine on mine.group_id = g.id and mine.member_id = mine_id and mine.active
  left join images picture on picture.id = g.image_id
  where g.active and ${where}`;

export const isMine = sql`mine.member_id is not null`;

/** A page of groups, newest first; `where` refers to `g` (groups) and `mine` (the caller's membership). */
export function groupPage<T>(
  ctx: Context,
  where: RawBuilder<unknown>,
  present: (row: GroupRow) => T,
  page: PageWindow,
  league: number | null = null,
): Promise<Page<T>> {
  const query = { columns: columns(league), from: from(ctx, where), order: sql`g.id desc`, present };
  return readPage(ctx.db, query, page);
}

export async function readGroup(ctx: Context, id: number): Promise<GroupRow | null> {
  const where = sql`g.id = ${id}::int and (mine.member_id is not null or staff)`;
  const { rows } = await sql<GroupRow>`select ${columns(null)} ${from(ctx, where)}`.execute(ctx.db);
  return rows[0] ?? null;
}
