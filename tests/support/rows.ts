import type { League } from '#contract/models.ts';

/** Whole rows, as the server gives them, of what a test speaks of by a word or two. */

const made = '2026-06-01T10:00:00.000Z';

/** A league of the caller's own. */
export const leagueOf = (id: number, name: string, also: Partial<League> = {}): League => ({
  id,
  created: made,
  updated: made,
  name,
  description: '',
  active: true,
  custom: true,
  rounds: 1,
  groupMembersCount: 1,
  code: null,
  users: 1,
  image: null,
  images: [],
  new: false,
  is_staff: true,
  is_member: true,
  invited: false,
  owner: 3,
  ...also,
});
