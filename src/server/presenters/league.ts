import type { League } from '#contract/models.ts';
import type { LeagueRow } from '#server/queries/leagues.ts';
import { pictureUrl } from './picture.ts';

/** A league as its members, its owner, staff and, if official, everybody see it. */
export function presentLeague(row: LeagueRow): League {
  const image = pictureUrl({ file: row.file, picture: null });
  return {
    id: row.id,
    created: row.created,
    updated: row.updated,
    name: row.name,
    description: row.description,
    active: row.active,
    custom: row.custom,
    rounds: row.rounds,
    groupMembersCount: row.group_members,
    code: row.is_member || row.runs ? row.code : null,
    users: row.users,
    image,
    images: image === null ? [] : [image],
    new: row.has_news,
    is_staff: row.runs,
    is_member: row.is_member,
    invited: row.invited,
    owner: row.owner_id,
  };
}

const hiddenDate = new Date(0).toISOString();

/** What a code or an invitation shows of a league to outsiders: name, picture and size, nothing else. */
export function presentPreview(row: LeagueRow): League {
  return {
    ...presentLeague(row),
    created: hiddenDate,
    updated: hiddenDate,
    description: '',
    rounds: 1,
    groupMembersCount: 1,
    code: null,
    new: false,
    is_staff: false,
    owner: null,
  };
}
