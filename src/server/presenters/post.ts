import type { League, Post } from '#contract/models.ts';
import type { PostRow } from '#server/queries/post-rows.ts';
import { presentItem } from './item.ts';
import { hiddenDate } from './league.ts';
import { pictureUrl, presentNamed } from './picture.ts';

const iso = (time: string) => new Date(time).toISOString();

// Groups of a game, from its items' details; all legs of a pairing have the same group.
function groupsOf({ items }: PostRow): Post['groups'] {
  const groups = new Map<number, string>();
  for (const { details, name } of items) {
    const groupIndex = details.group;
    if (groupIndex !== undefined && !groups.has(groupIndex))
      groups.set(groupIndex, details.groupName || name);
  }
  return [...groups].map(([groupIndex, name]) => ({ id: groupIndex + 1, name }));
}

function optionsOf({ items }: PostRow): Post['options'] {
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

/** A post on the wire, with its game. Who bet and who won is for members; others get the count. */
export function presentPost(row: PostRow, staff: boolean): Post {
  const { layout, group_size, league, author, runs, is_member, items, winner, ...fields } = row;
  const seesMembers = is_member || staff;
  const created = iso(row.created);
  return {
    ...fields,
    created,
    updated: iso(row.updated),
    due_date: row.due_date === null ? null : iso(row.due_date),
    type: layout ?? '',
    groupSize: group_size,
    newSection: false,
    publisher_data: {
      section: league && presentNamed(league),
      member: author && presentNamed(author),
    },
    options: optionsOf(row),
    items_data: items.map((item) => presentItem(item)),
    voters: seesMembers ? row.voters.map(presentNamed) : [],
    winner: seesMembers && winner ? { ...winner, member: presentNamed(winner.member) } : null,
    date: created,
    custom: league?.custom ?? false,
    extra_data: { in_section: league !== null },
    groups: groupsOf(row),
    section: league?.id ?? null,
    is_staff: runs,
  };
}

/** What a league's code shows of its post to an outsider: the league's card, and nothing of the post. */
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
