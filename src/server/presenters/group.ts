import type { Group } from '#contract/models.ts';
import type { GroupRow } from '#server/queries/groups.ts';
import { pictureUrl } from './picture.ts';

/** Readers of this row are in the group or staff, so its code may be included. */
export function presentGroup(row: GroupRow): Group {
  return {
    id: row.id,
    created: row.created,
    updated: row.updated,
    name: row.name,
    code: row.code,
    users: row.users,
    image: pictureUrl({ file: row.file, picture: null }),
    is_staff: row.runs,
    owner: row.owner,
    in_section: row.in_league,
  };
}
