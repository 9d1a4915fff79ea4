import { sql, type RawBuilder } from 'kysely';
import type { Reason } from '#contract/models.ts';
import { hasJokers } from '#contract/scoring.ts';
import { renamedReason } from '#server/db/content-names.ts';
import type { NamedPicture } from '#server/presenters/picture.ts';
import { isOpenItem, namedPictureJson } from './conditions.ts';
import type { ItemRow } from './item-rows.ts';
import type { PostCard } from './post-cards.ts';
import { isMember, isRunByViewer, type Viewer } from './viewer.ts';

/** The viewer's own data on posts, and data that depends on the time; not cached. */

type ViewedPost = { id: number; runs: boolean; is_member: boolean; clans: number[] };
/** `open`: whether betting is open now. `total` and `reason`: the viewer's points. */
type ViewedItem = {
  id: number;
  open: boolean;
  bets: { option: number; bet: number; value: number }[] | null;
  bet_version: number | null;
  total: number | null;
  reason: Reason | null;
};
export type ViewedPosts = {
  me: NamedPicture | null;
  posts: ViewedPost[];
  items: ViewedItem[];
  /** The viewer's jokers in these posts. */
  jokers: { post: number; item: number }[];
};

/** A post as one caller may see it: its card and the caller's own data. */
export type PostRow = Omit<ViewedPost, 'id'> & {
  /** The shared card. */
  card: PostCard;
  /** The card's, with the viewer's bets, points and jokers. */
  items: ItemRow[];
  /** The winner to show: the viewer, if they share first place; `ties`: how many others do. */
  winner: { member: NamedPicture; ties: number } | null;
};

/** SQL: ViewedPosts as JSON, of the posts with these ids, which the viewer may see. */
export const viewedPosts = (viewer: Viewer, ids: RawBuilder<unknown>): RawBuilder<ViewedPosts> => sql`(
  select jsonb_build_object(
    'me', (select ${namedPictureJson('m', 'g')} from members m left join images g on g.id = m.image_id
      where m.id = ${viewer.id}::integer),
    'posts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'runs', ${isRunByViewer(viewer)}, 'is_member', ${isMember(viewer)},
        'clans', coalesce((
          select jsonb_agg(lg.group_id order by lg.group_id) from league_groups lg
          join group_members gm on gm.group_id = lg.group_id and gm.member_id = ${viewer.id}::integer and gm.active
          where lg.league_id = p.league_id), '[]'))), '[]')
      from posts p left join leagues l on l.id = p.league_id where p.id = any(${ids})),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'open', ${isOpenItem},
        -- Item by item: a member's bets grow with every game.
        'bets', (
          select jsonb_agg(jsonb_build_object('option', b.item_option_id, 'bet', b.id, 'value', b.value))
          from bets b where b.item_id = i.id and b.member_id = ${viewer.id}::integer),
        'bet_version', (select s.version from seals s where s.item_id = i.id and s.member_id = ${viewer.id}::integer),
        'total', mine.total, 'reason', ${renamedReason(sql`mine.reason`, viewer.language)})), '[]')
      from items i
      left join lateral (
        select total, reason from ledger
        where item_id = i.id and member_id = ${viewer.id}::integer order by id desc limit 1
      ) mine on true
      where i.post_id = any(${ids})),
    'jokers', (
      select coalesce(jsonb_agg(jsonb_build_object('post', j.post_id, 'item', j.item_id)), '[]')
      from jokers j where j.post_id = any(${ids}) and j.member_id = ${viewer.id}::integer)
  ))`;

/** Combines cards with the viewer's own data, by post id. */
export function rowsOf(
  cards: ReadonlyMap<number, PostCard>,
  { me, posts, items, jokers }: ViewedPosts,
): Map<number, PostRow> {
  const viewed = new Map(items.map((item) => [item.id, item]));
  const betOn = new Map(items.flatMap(({ bets }) => bets ?? []).map((bet) => [bet.option, bet]));
  const jokerOf = new Map(jokers.map(({ post, item }) => [post, item]));
  const stateOfJoker = ({ id, post_id }: ItemRow): ItemRow['joker'] => {
    const at = jokerOf.get(post_id);
    if (at === id) return 'here';
    return at === undefined || viewed.get(at)?.open ? 'free' : 'spent';
  };
  const itemOf = (item: ItemRow, { runs, is_member }: ViewedPost, mayBet: boolean): ItemRow => {
    const mine = viewed.get(item.id);
    const takesBets = item.status === 'open' && mine?.open === true;
    return {
      ...item,
      open: takesBets && mayBet,
      bet_version: mine?.bet_version ?? null,
      points: mine?.total ?? null,
      reason: mine?.reason ?? null,
      joker: is_member && hasJokers(item.rules) ? stateOfJoker(item) : null,
      options: item.options.map((option) => {
        const bet = betOn.get(option.id);
        return {
          ...option,
          may_mark: takesBets && item.layout !== 'home/away' && runs,
          bet: bet?.bet ?? null,
          value: bet?.value ?? null,
        };
      }),
    };
  };
  const rows = new Map<number, PostRow>();
  for (const post of posts) {
    const card = cards.get(post.id);
    if (!card) continue;
    const { id, ...roles } = post;
    const mayBet = post.is_member && card.active && card.league?.active === true;
    const { winner } = card;
    rows.set(id, {
      ...roles,
      card,
      items: card.items.map((item) => itemOf(item, post, mayBet)),
      winner: winner && {
        member: me && winner.ids.includes(me.id) ? me : winner.member,
        ties: winner.ids.length - 1,
      },
    });
  }
  return rows;
}
