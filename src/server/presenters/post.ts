import type { Post } from '#contract/models.ts';
import type { PostRow } from '#server/queries/post-rows.ts';
import { presentItem } from './item.ts';
import { pictureUrl } from './picture.ts';

const iso = (time: string) => new Date(time).toISOString();
type NamedPicture = { id: number; name: string; file: string | null };
const presentNamed = ({ id, name, file }: NamedPicture) => ({ id, name, image: pictureUrl(file) });

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

/** A post on the wire, with its game. Bettors' faces are for members; others get the count. */
export function presentPost(row: PostRow, staff: boolean): Post {
  return {
    id: row.id,
    created: iso(row.created),
    updated: iso(row.updated),
    slug: row.slug,
    active: row.active,
    due_date: row.due_date === null ? null : iso(row.due_date),
    type: row.layout ?? '',
    description: row.description,
    rounds: row.rounds,
    groupSize: row.group_size,
    even_breakpoint: row.even_breakpoint,
    newSection: false,
    pinned: row.pinned,
    publisher_data: {
      section: row.league && presentNamed(row.league),
      member: row.author && presentNamed(row.author),
    },
    options: optionsOf(row),
    items_data: row.items.map((item) => presentItem(item)),
    votes: row.votes,
    voters: row.is_member || staff ? row.voters.map(presentNamed) : [],
    comments: row.comments,
    date: iso(row.created),
    custom: row.league?.custom ?? false,
    extra_data: { in_section: row.league !== null },
    groups: groupsOf(row),
    rules: row.rules,
    section: row.league?.id ?? null,
    hide_options: row.hide_options,
    is_staff: row.runs,
    clans: row.clans,
  };
}
