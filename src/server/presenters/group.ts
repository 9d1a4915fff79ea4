import type { Group } from '#contract/models.ts';
import type { GroupRow } from '#server/queries/groups.ts';
import { pictureUrl } from './picture.ts';

/** A group on the wire. Its readers are members or staff, so it includes the code. */
export const presentGroup = ({ file, runs, in_league, ...row }: GroupRow): Group => ({
  ...row,
  image: pictureUrl(file),
  is_staff: runs,
  in_section: in_league,
});
