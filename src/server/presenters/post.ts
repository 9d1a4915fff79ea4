import type { League, Post } from '#contract/models.ts';
import type { PostCard } from '#server/queries/post-cards.ts';
import type { PostRow } from '#server/queries/post-viewers.ts';
import { ownItem, ownItemOption, presentItem, sharedItem, sharedItemOption } from './item.ts';
import { hiddenDate } from './league.ts';
import { pictureUrl, presentNamed } from './picture.ts';

const iso = (time: string) => new Date(time).toISOString();

// Groups of a game, from its items' details; all legs of a pairing have the same group.
function groupsOf({ items }: PostCard): Post['groups'] {
  const groups = new Map<number, string>();
  for (const { details, name } of items) {
    const groupIndex = details.group;
    if (groupIndex !== undefined && !groups.has(groupIndex))
      groups.set(groupIndex, details.groupName || name);
  }
  return [...groups].map(([groupIndex, name]) => ({ id: groupIndex + 1, name }));
}

function optionsOf({ items }: PostCard): Post['options'] {
  const options = new Map<number, Post['options'][number]>();
  for (const { option, partner, names, faces } of items.flatMap((item) => item.options)) {
    [option, partner].forEach((id, index) => {
      const face = faces[index];
      if (id === null || !face || options.has(id)) return;
      options.set(id, { id, name: names[index] ?? '', image: pictureUrl(face.file, face.picture) });
    });
  }
  return [...options.values()];
}

/** Fields of a post that are the same for everyone who may see it, without its items. */
function sharedPost(card: PostCard) {
  const { layout, group_size, league, author, items: _, voters: __, winner: ___, ...fields } = card;
  const created = iso(card.created);
  return {
    ...fields,
    created,
    updated: iso(card.updated),
    due_date: card.due_date === null ? null : iso(card.due_date),
    type: layout ?? ('' as const),
    groupSize: group_size,
    newSection: false,
    publisher_data: {
      section: league && presentNamed(league),
      member: author && presentNamed(author),
    },
    options: optionsOf(card),
    date: created,
    custom: league?.custom ?? false,
    extra_data: { in_section: league !== null },
    groups: groupsOf(card),
    section: league?.id ?? null,
  };
}

/** Fields of a post that depend on the caller. Who bet and who won is for members only; others get the count. */
function ownPost({ card, runs, is_member, clans, winner }: PostRow, staff: boolean) {
  const seesMembers = is_member || staff;
  return {
    voters: seesMembers ? card.voters.map(presentNamed) : [],
    winner: seesMembers && winner ? { ...winner, member: presentNamed(winner.member) } : null,
    // Deleted games and archived leagues take no starts and no results.
    is_staff: runs && card.active && (card.league?.active ?? true),
    clans,
  };
}

/** A post on the wire, with its items. */
export const presentPost = (row: PostRow, staff: boolean): Post => ({
  ...sharedPost(row.card),
  ...ownPost(row, staff),
  items_data: row.items.map((item) => presentItem(item)),
});

type ItemText = { readonly shared: string; readonly options: readonly string[] };
type CardText = { readonly shared: string; readonly items: readonly ItemText[] };

/** JSON of an object without its closing brace, to append fields; and JSON of fields that closes it. */
const opened = (object: object) => `${JSON.stringify(object).slice(0, -1)},`;
const closing = (object: object) => JSON.stringify(object).slice(1);

/** JSON of the shared fields, by card: written once per cached card. */
const texts = new WeakMap<PostCard, CardText>();

function textOf(card: PostCard): CardText {
  const known = texts.get(card);
  if (known) return known;
  const text = {
    shared: opened(sharedPost(card)),
    items: card.items.map((item) => ({
      shared: opened(sharedItem(item)),
      options: item.options.map((option) => `"${option.id}":${opened(sharedItemOption(option))}`),
    })),
  };
  texts.set(card, text);
  return text;
}

/** The JSON of `presentPost`. */
export function postJson(row: PostRow, staff: boolean): string {
  const text = textOf(row.card);
  const items = row.items.map((item, at) => {
    const { shared = '', options = [] } = text.items[at] ?? {};
    const choices = item.options.map((option, nth) => `${options[nth]}${closing(ownItemOption(option))}`);
    return `${shared}"options":{${choices.join(',')}},${closing(ownItem(item))}`;
  });
  return `${text.shared}"items_data":[${items.join(',')}],${closing(ownPost(row, staff))}`;
}

/** A post as the league's code shows it to an outsider: the league's preview, and nothing of the post. */
export function presentPostPreview(id: number, league: League): Post {
  return {
    id,
    created: hiddenDate,
    updated: hiddenDate,
    slug: null,
    active: true,
    due_date: null,
    type: '',
    description: '',
    rounds: 1,
    groupSize: 1,
    even_breakpoint: 0,
    newSection: false,
    pinned: false,
    publisher_data: {
      section: { id: league.id, name: league.name, image: league.image },
      member: null,
    },
    options: [],
    items_data: [],
    votes: 0,
    voters: [],
    winner: null,
    comments: 0,
    date: hiddenDate,
    custom: true,
    extra_data: { in_section: true },
    groups: [],
    rules: {},
    section: league.id,
    hide_options: true,
    is_staff: false,
    clans: [],
    preview: league,
  };
}
