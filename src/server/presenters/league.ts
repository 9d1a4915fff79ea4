import { lateJoiners, tieBreaks, type League } from '#contract/models.ts';
import type { LeagueRow } from '#server/queries/leagues.ts';
import { imageFields } from './picture.ts';

/** A league as its members, its owner, staff and, if official, everybody see it. */
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

/** What a code or an invitation shows of a league to outsiders: name, picture and size, nothing else. */
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
