import { lateJoiners, tieBreaks, type League } from '#contract/models.ts';
import type { LeagueRow } from '#server/queries/leagues.ts';
import { imageFields } from './picture.ts';

/** A league for its members, its owner and staff, and for everybody if it is official. */
export function presentLeague({ group_members, file, runs, has_news, ...row }: LeagueRow): League {
  return {
    ...row,
    ...imageFields(file),
    groupMembersCount: group_members,
    code: row.is_member || runs ? row.code : null,
    new: has_news,
    is_staff: runs,
  };
}

export const hiddenDate = new Date(0).toISOString();

/** A league as a code or an invitation shows it to outsiders: name, picture and size only. */
export function presentPreview(row: LeagueRow): League {
  return {
    ...presentLeague(row),
    created: hiddenDate,
    updated: hiddenDate,
    description: '',
    rounds: 1,
    groupMembersCount: 1,
    tie_break: tieBreaks[0],
    provisional_results: false,
    late_joiner: lateJoiners[0],
    code: null,
    new: false,
    is_staff: false,
    owner: null,
  };
}
