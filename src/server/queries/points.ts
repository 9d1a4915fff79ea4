import { sql } from 'kysely';
import type { PointsEntry } from '#contract/models.ts';
import type { Layout } from '#contract/layouts.ts';
import type { Db } from '#server/db/tables.ts';
import { pictureUrl } from '#server/presenters/picture.ts';
import type { StoredReason } from './item-rows.ts';
import { likePattern } from './paged.ts';

export type PointsQuery = {
  readonly section: number;
  readonly member: number;
  readonly post?: number | undefined;
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
};

type Line = {
  id: number;
  created: string;
  post: number;
  item: number;
  item_name: string;
  layout: Layout;
  date: string | null;
  name: string;
  file: string | null;
  points: number;
  total: number;
  reason: StoredReason;
};

/** A member's ledger lines in one league, the newest first, each with its reason. */
export async function readPoints(
  db: Db,
  query: PointsQuery,
): Promise<{ results: PointsEntry[]; count: number }> {
  const post = query.post ?? null;
  const search = query.search ?? '';
  const { rows } = await sql<{ count: number; lines: Line[] }>`
    with line as (
      select l.id, l.created, l.post_id as post, i.id as item, i.name as item_name, i.layout, i.date, m.name,
        g.name as file, l.points, l.total, l.reason
      from ledger l
      join items i on i.id = l.item_id
      join members m on m.id = l.member_id
      left join images g on g.id = m.image_id
      where l.league_id = ${query.section}::integer and l.member_id = ${query.member}::integer
        and (${post}::integer is null or l.post_id = ${post}::integer)
        and (${search}::text = '' or i.name ilike ${likePattern(search)}::text)
    ),
    page as (select * from line order by id desc limit ${query.limit}::integer offset ${query.offset}::integer)
    select (select count(*) from line) as count,
      coalesce((select jsonb_agg(page order by id desc) from page), '[]') as lines`.execute(db);
  const { count, lines } = rows[0] ?? { count: 0, lines: [] };
  const results = lines.map((line) => ({
    id: line.id,
    created: new Date(line.created).toISOString(),
    section: query.section,
    post: line.post,
    item: {
      id: line.item,
      name: line.item_name,
      type: line.layout,
      date: line.date === null ? null : new Date(line.date).toISOString(),
    },
    member: { id: query.member, name: line.name, image: pictureUrl({ file: line.file, picture: null }) },
    points: line.points,
    total: line.total,
    reason: line.reason,
  }));
  return { results, count };
}
