import type { Group } from '#contract/models.ts';
import type { GroupRow } from '#server/queries/groups.ts';
import { pictureUrl } from './picture.ts';

/** Readers of this row are in the group or staff, so its code may be included. */
export const presentGroup = ({ file, runs, in_league, ...row }: GroupRow): Group => ({
  ...row,
  image: pictureUrl(file),
  is_staff: runs,
  in_section: in_league,
});
