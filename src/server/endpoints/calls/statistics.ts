import { defineCall } from '#server/endpoints/call-endpoint.ts';
import { orNotFound } from '#server/http/problems.ts';
import { readLeagueStatistics } from '#server/queries/league-statistics.ts';
import { readMemberStatistics } from '#server/queries/member-statistics.ts';

export const leagueStatistics = defineCall('leagueStatistics', {
  target: ({ query }) => ({ model: 'section', id: query.section }),
  handler: (ctx, { query }) => readLeagueStatistics(ctx, query),
});

export const memberStatistics = defineCall('memberStatistics', {
  target: ({ query }) => ({ model: 'section', id: query.section }),
  handler: async (ctx, { query }) => orNotFound(await readMemberStatistics(ctx, query)),
});
