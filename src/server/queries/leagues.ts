import { sql, type RawBuilder } from 'kysely';
import type { Page } from '#contract/model-registry.ts';
import type { League } from '#contract/models.ts';
import { callerId, isStaff, type Context } from '#server/http/context.ts';
import { readPage, type PageWindow } from './paged.ts';
import { isOwnOrOfficial } from './viewer.ts';

/** A league's row, including its code, with the caller's relation to it. */
export type LeagueRow = Omit<League, 'groupMembersCount' | 'image' | 'images' | 'new' | 'is_staff'> & {
  group_members: number;
  file: string | null;
  runs: boolean;
  has_news: boolean;
};

/** SQL: the caller is invited through a group, and may join without a code. */
export const isInvited = sql`(l.active and mine.member_id is null and exists (
  select 1 from league_grants g where g.league_id = l.id and g.member_id = mine_id))`;

/** SQL: the caller may manage the league. */
export const isRunByCaller = sql`(staff or coalesce(l.custom and l.owner_id = mine.member_id, false))`;

/** SQL: post `p` is shown, and not by the caller. */
const isOthersPost = sql`p.active and p.author_id is distinct from mine.member_id`;

const columns = sql`l.id, l.created, l.updated, l.name, l.description, l.active, l.custom, l.rounds, l.group_members, l.tie_break, l.late_joiner, l.provisional_results,
  l.code, l.owner_id as owner, picture.name as file, mine.member_id is not null as is_member,
  ${isInvited} as invited,
  ${isRunByCaller} as runs,
  mine.member_id is not null and (
    exists (select from posts p where p.league_id = l.id and p.updated > mine.seen_at and ${isOthersPost})
    or exists (
      select from items i join posts p on p.id = i.post_id
      where i.league_id = l.id and i.updated > mine.seen_at and ${isOthersPost})) as has_news`;

/** SQL: leagues `l` that are not removed, with `mine`, the caller's membership if any. */
const from = (ctx: Context, where: RawBuilder<unknown>) => sql`
  from leagues l
  cross join (select ${callerId(ctx)}::int as mine_id, ${isStaff(ctx) ? sql`true` : sql`false`} as staff) caller
  left join league_members mine on mine.league_id = l.id and mine.member_id = mine_id and mine.active
  left join images picture on picture.id = l.image_id
  where l.removed_at is null and ${where}`;

export const isMine = sql`(mine.member_id is not null)`;
/** The caller's own leagues and the official ones. By an index on each, unlike with `isMine`. */
export const isMineOrOfficial = isOwnOrOfficial(
  sql`l.id = any(array(select league_id from league_members where member_id = mine_id and active))`,
);
/** The same, and for staff every one. */
export const isVisibleToCaller = sql`(staff or ${isMineOrOfficial})`;

type RowWithoutUsers = Omit<LeagueRow, 'users'>;

/** Adds the numbers of members. They are cached, except in a transaction, which sees uncommitted changes. */
async function withUsers(
  { db, locks, platform }: Context,
  rows: readonly RowWithoutUsers[],
): Promise<LeagueRow[]> {
  const { memberCounts } = platform.caches;
  const counts = new Map<number, number>();
  const missing: number[] = [];
  for (const { id } of rows) {
    const known = locks ? undefined : memberCounts.get(`${id}`);
    if (known === undefined) missing.push(id);
    else counts.set(id, known);
  }
  if (missing.length > 0) {
    const load = async () => {
      const counted = await sql<{ id: number; users: number }>`
        select asked.id, (select count(*) from league_members m where m.league_id = asked.id and m.active) as users
        from unnest(${missing}::integer[]) asked (id)`.execute(db);
      return counted.rows;
    };
    const loaded = locks
      ? await load()
      : await memberCounts.read(load, (all) =>
          all.map(({ id, users }) => [`${id}`, { value: users, tags: [`league:${id}`], bytes: 100 }]),
        );
    for (const { id, users } of loaded) counts.set(id, users);
  }
  return rows.map((row) => ({ ...row, users: counts.get(row.id) ?? 0 }));
}

/** A page of leagues: the caller's first, then active before archived, then newest first. */
export async function leaguePage<T>(
  ctx: Context,
  where: RawBuilder<unknown>,
  present: (row: LeagueRow) => T,
  page: PageWindow,
): Promise<Page<T>> {
  const order = sql`mine.member_id is null, not l.active, l.id desc`;
  const { results, count } = await readPage(
    ctx.db,
    { columns, from: from(ctx, where), order, present: (row: RowWithoutUsers) => row },
    page,
  );
  return { results: (await withUsers(ctx, results)).map(present), count };
}

export async function leagueRow(ctx: Context, where: RawBuilder<unknown>): Promise<LeagueRow | null> {
  const { rows } = await sql<RowWithoutUsers>`select ${columns} ${from(ctx, where)}`.execute(ctx.db);
  const [row] = await withUsers(ctx, rows);
  return row ?? null;
}
