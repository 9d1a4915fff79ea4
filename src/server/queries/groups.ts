import { sql, type RawBuilder } from 'kysely';
import { callerId, isStaff, type Context } from '#server/http/context.ts';
import { readPage } from './paged.ts';

export type GroupRow = {
  id: number;
  created: string;
  updated: string;
  name: string;
  code: string;
  users: number;
  file: string | null;
  runs: boolean;
  owner: number | null;
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

export const isInGroup = sql`mine.member_id is not null`;

export async function groupPage(
  ctx: Context,
  where: RawBuilder<unknown>,
  page: { limit: number; offset: number },
  league: number | null = null,
): Promise<{ rows: GroupRow[]; count: number }> {
  const query = { columns: columns(league), from: from(ctx, where), order: sql`g.id desc` };
  return readPage<GroupRow>(ctx.db, query, page);
}

export async function readGroup(ctx: Context, id: number): Promise<GroupRow | null> {
  const where = sql`g.id = ${id}::int and (mine.member_id is not null or staff)`;
  const { rows } = await sql<GroupRow>`select ${columns(null)} ${from(ctx, where)}`.execute(ctx.db);
  return rows[0] ?? null;
}
