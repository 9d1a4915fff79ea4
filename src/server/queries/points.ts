import { sql } from 'kysely';
import type { QueryOf } from '#contract/calls.ts';
import type { Page } from '#contract/model-registry.ts';
import type { PointsEntry } from '#contract/models.ts';
import type { ResultStanding } from '#contract/objections.ts';
import type { Layout } from '#contract/layouts.ts';
import type { Context } from '#server/http/context.ts';
import { pictureUrl } from '#server/presenters/picture.ts';
import { gameName, itemName, memberName, renamedReason } from '#server/db/content-names.ts';
import { matchesItem } from './conditions.ts';
import { matches, readPage, type PageWindow } from './paged.ts';

type Row = Pick<PointsEntry, 'id' | 'created' | 'post' | 'points' | 'total' | 'reason'> & {
  game: string;
  item: number | null;
  item_name: string;
  layout: Layout;
  date: string | null;
  standing: ResultStanding | null;
  name: string;
  file: string | null;
};

/** A member's ledger lines in one league, newest first. A search matches items, not missed games. */
export function readPoints(
  { db, language }: Context,
  query: QueryOf<'points'> & PageWindow & { member: number },
): Promise<Page<PointsEntry>> {
  const { section, member, post, search } = query;
  const columns = sql`l.id, l.created, l.post_id as post, ${gameName(language)} as game, i.id as item, ${itemName(language)} as item_name, i.layout, i.date, i.standing, ${memberName('m', language)} as name,
    g.name as file, l.points, l.total, ${renamedReason(sql`l.reason`, language)} as reason`;
  const from = sql`
    from ledger l
    join posts p on p.id = l.post_id
    left join items i on i.id = l.item_id
    join members m on m.id = l.member_id
    left join images g on g.id = m.image_id
    where l.league_id = ${section}::integer and l.member_id = ${member}::integer
      and ${matches(sql`l.post_id`, post)} and ${matchesItem(search, language)}`;
  const present = ({ item, item_name, layout, date, standing, name, file, ...line }: Row) => ({
    ...line,
    section,
    item:
      item === null
        ? null
        : { id: item, name: item_name, type: layout, date, ...(standing && { final: standing === 'final' }) },
    member: { id: member, name, image: pictureUrl(file) },
  });
  return readPage(db, { columns, from, order: sql`l.id desc`, present }, query);
}
