import { sql } from 'kysely';
import type { Objections } from '#contract/objections.ts';
import { memberName } from '#server/db/content-names.ts';
import { callerId, type Context } from '#server/http/context.ts';
import { pictureUrl } from '#server/presenters/picture.ts';
import { isInLeague } from './conditions.ts';

type Row = Omit<Objections, 'objections' | 'may_object' | 'may_vote' | 'votes'> & {
  yes: number;
  no: number;
  open: boolean;
  objected: boolean;
  objections: { id: number; name: string; file: string | null; at: string; words: string }[];
};

/** Converts PostgreSQL's JSON format of timestamps to ISO 8601. */
const iso = (time: string) => new Date(time).toISOString();

/** SQL: votes `v` of current league members on the objections to the result of item `i`. */
export const votesOnResult = sql`
  objection_votes v
  join league_members lm on lm.league_id = i.league_id and lm.member_id = v.member_id and lm.active
  where v.item_id = i.id and v.version = i.version`;

/** The objections and votes on an item's current result; null if that was never provisional. */
export async function readObjections(ctx: Context, item: number): Promise<Objections | null> {
  const me = callerId(ctx);
  const { rows } = await sql<Row>`
    select i.id as item, i.version, i.standing, i.final_at, said.objections, said.objected, tally.yes, tally.no,
      (select v.agrees from ${votesOnResult} and v.member_id = ${me}::integer) as agrees,
      i.standing = 'provisional' and i.final_at > clock_timestamp() and p.active and l.active
        and ${isInLeague(sql`i.league_id`, me)} as open
    from items i join posts p on p.id = i.post_id join leagues l on l.id = p.league_id
    cross join lateral (
      select count(*) filter (where v.agrees)::integer as yes, count(*) filter (where not v.agrees)::integer as no
      from ${votesOnResult}
    ) tally
    cross join lateral (
      select coalesce(bool_or(m.id = ${me}::integer), false) as objected,
        coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', ${memberName('m', ctx.language)}, 'file', g.name,
          'at', s.at, 'words', s.became) order by s.id), '[]') as objections
      from item_steps s join members m on m.id = s.member_id left join images g on g.id = m.image_id
      where s.item_id = i.id and s.version = i.version and s.kind = 'objected'
    ) said
    where i.id = ${item}::integer and i.standing is not null`.execute(ctx.db);
  const [row] = rows;
  if (!row) return null;
  const { yes, no, open, objected, objections, ...result } = row;
  return {
    ...result,
    objections: objections.map(({ id, name, file, at, words }) => ({
      member: { id, name, image: pictureUrl(file) },
      at: iso(at),
      words,
    })),
    votes: { yes, no },
    may_object: open && !objected,
    // Objecting counts as a vote.
    may_vote: open && !objected && objections.length > 0,
  };
}
