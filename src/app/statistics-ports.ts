import type { Api } from '#actors/api.ts';
import { statisticsCalls, type LeagueStatistics, type MemberStatistics } from '#contract/statistics.ts';
import { resource } from './resource-ports.ts';

/** Resources of the statistics of a league and of a member in it. Loaded on demand. */
export const provideStatistics = (api: Api) => ({
  league: resource<LeagueStatistics, { section: number }>((query, signal) =>
    api.call(statisticsCalls.leagueStatistics, { query, signal }),
  ),
  member: resource<MemberStatistics, { section: number; member: number }>((query, signal) =>
    api.call(statisticsCalls.memberStatistics, { query, signal }),
  ),
});
