import { sql, type RawBuilder } from 'kysely';
import type { Language } from '#contract/language.ts';
import type { Layout } from '#contract/layouts.ts';
import type { RuleValue } from '#contract/scoring.ts';
import { isAmong } from '#server/db/among.ts';
import { memberName } from '#server/db/content-names.ts';
import type { Db } from '#server/db/tables.ts';
import type { Context } from '#server/http/context.ts';
import type { NamedPicture } from '#server/presenters/picture.ts';
import { bettorsOf, namedPictureJson, tableOrder } from './conditions.ts';
import { itemRows, type ItemRow } from './item-rows.ts';

/** Cards of posts: the data that is the same for everyone who may see the post, in one language. */

export type PostCard = {
  id: number;
  slug: string | null;
  created: string;
  updated: string;
  active: boolean;
  due_date: string | null;
  layout: Layout | null;
  description: string;
  rounds: number;
  group_size: number;
  even_breakpoint: number;
  hide_options: boolean;
  pinned: boolean;
  rules: Record<string, RuleValue>;
  league: (NamedPicture & { custom: boolean; active: boolean }) | null;
  author: NamedPicture | null;
  /** As a guest sees them: without bets, points and jokers, and closed. */
  items: ItemRow[];
  votes: number;
  voters: NamedPicture[];
  /** `ids`: members in first place, by name. `member`: the first of them. */
  winner: { member: NamedPicture; ids: number[] } | null;
  comments: number;
};

/** The cache of cards. Its objects are shared and must not be modified. */
export type CardMemory = Context['platform']['caches']['cards'];

/**
 * SQL: first place in the table of post `p`, as ranked by queries/standings.ts, among members who bet on it (medians of
 * late joiners do not win). Null until all its items are over, and if nobody has points.
 */
const winnerJson = sql`
  case when exists (select from items i where i.post_id = p.id)
    and not exists (select from items i where i.post_id = p.id and i.status in ('open', 'started')) then (
    select case when count(*) > 0 then jsonb_build_object(
      'member', jsonb_agg(${namedPictureJson('m', 'g')} order by m.name, m.id) -> 0, 'ids', jsonb_agg(m.id order by m.name, m.id)) end
    from (
      select member_id
      from (
        select line.member_id, rank() over (order by ${tableOrder(sql`l.tie_break`, {
          points: sql`sum(line.points)`,
          exact: sql`sum(line.exact)`,
          difference: sql`sum(line.difference)`,
          outcome: sql`sum(line.outcome)`,
        })}) as rank
        from ledger line
        join league_members lm on lm.league_id = line.league_id and lm.member_id = line.member_id and lm.active
        where line.post_id = p.id and line.item_id is not null group by line.member_id having sum(line.points) > 0
      ) ranked
      where rank = 1
    ) first
    join members m on m.id = first.member_id
    left join images g on g.id = m.image_id
  ) end`;

// Selects everything a card shows, by post ids.
const cardJson = (language: Language | null): RawBuilder<{ card: PostCard }> => sql`
  select jsonb_build_object(
    'id', p.id, 'slug', p.slug, 'created', p.created, 'updated', p.updated, 'active', p.active, 'due_date', p.due_date,
    'layout', p.layout, 'description', p.description, 'rounds', p.rounds, 'group_size', p.group_size,
    'even_breakpoint', p.even_breakpoint, 'hide_options', p.hide_options, 'pinned', p.pinned, 'rules', p.rules,
    'league', case when l.id is not null then
      ${namedPictureJson('l', 'league_image')} || jsonb_build_object('custom', l.custom, 'active', l.active) end,
    'author', case when a.id is not null then ${namedPictureJson('a', 'author_image', memberName('a', language))} end,
    'items', coalesce(game.items, '[]'), 'votes', crowd.votes, 'voters', crowd.voters,
    'winner', ${winnerJson},
    'comments', coalesce((select c.messages from chats c where c.post_id = p.id), 0)
  ) as card
  from posts p
  left join leagues l on l.id = p.league_id
  left join images league_image on league_image.id = l.image_id
  left join members a on a.id = p.author_id
  left join images author_image on author_image.id = a.image_id
  -- The items' own query has a p as well.
  cross join lateral (select p.id) outer_post
  cross join lateral (
    select jsonb_agg(to_jsonb(item) order by item.position, item.id) as items
    from (${itemRows({ id: null, language }, sql`i.post_id = outer_post.id`)}) item
  ) game
  cross join lateral (
    select count(*) as votes,
      coalesce(jsonb_agg(${namedPictureJson('m', 'g', memberName('m', language))} order by bettor.since, m.id)
        filter (where bettor.place <= 5), '[]') as voters
    from (
      select b.member_id, min(b.since) as since, row_number() over (order by min(b.since), b.member_id) as place
      from items i
      cross join lateral (${bettorsOf(sql`i.id`)}) b
      where i.post_id = p.id group by b.member_id
    ) bettor
    join members m on m.id = bettor.member_id
    left join images g on g.id = m.image_id
  ) crowd`;

async function loadCards(db: Db, language: Language | null, ids: readonly number[]): Promise<PostCard[]> {
  const { rows } = await sql<{ card: PostCard }>`
    ${cardJson(language)} where ${isAmong(sql`p.id`, ids)}`.execute(db);
  return rows.map(({ card }) => card);
}

/** The cache tags of a card; changes of its data invalidate one of these (0030_cards.sql). */
function tagsOf({ id, league, author, items, voters, winner }: PostCard): string[] {
  const members = [
    ...(author ? [author.id] : []),
    ...voters.map((voter) => voter.id),
    ...(winner?.ids ?? []),
  ];
  const options = items.flatMap((item) => item.options.flatMap(({ option, partner }) => [option, partner]));
  return [
    ...new Set([
      `post:${id}`,
      ...(league ? [`league:${league.id}`] : []),
      ...members.map((member) => `member:${member}`),
      ...options.flatMap((option) => (option === null ? [] : [`option:${option}`])),
    ]),
  ];
}

// Estimated memory: an object is larger than its JSON, its answer is cached as text too, and tags have index entries.
const bytesOf = (card: PostCard, tags: readonly string[]) =>
  5 * JSON.stringify(card).length + 200 * tags.length;

/** The cards of these posts by id, from the cache if possible; without a cache all from the database. */
export async function readCards(
  db: Db,
  cards: CardMemory | null,
  language: Language | null,
  ids: readonly number[],
): Promise<Map<number, PostCard>> {
  const found = new Map<number, PostCard>();
  // Without a known language the stored names, which are Hebrew, are shown.
  const keyOf = (id: number) => `${id} ${language === 'en' ? 'en' : 'he'}`;
  for (const id of ids) {
    const card = cards?.get(keyOf(id));
    if (card) found.set(id, card);
  }
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return found;
  const load = () => loadCards(db, language, missing);
  const loaded = await (cards
    ? cards.read(load, (read) =>
        read.map((card) => {
          const tags = tagsOf(card);
          return [keyOf(card.id), { value: card, tags, bytes: bytesOf(card, tags) }] as const;
        }),
      )
    : load());
  for (const card of loaded) found.set(card.id, card);
  return found;
}
