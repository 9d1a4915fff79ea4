import { projectedTable } from '#machines/projected-table.ts';
import { done, error, hasExactTags, testMachine } from '#tests/support/statecharts/test-machine.ts';

const offline = { kind: 'offline' };
const leaderRow = {
  rank: 1,
  move: 1,
  member: { id: 7, name: 'דנה', image: null },
  points: 9,
  exact: 2,
  difference: 0,
  outcome: 0,
  bets: 3,
  average: 3,
  form: [],
  gain: 4,
};
const liveMatches = [{ item: 5, home: { name: 'ספרד', score: 1 }, away: { name: 'צרפת', score: 0 } }];
const tableOfLead = { results: [leaderRow], count: 1, me: leaderRow, live: liveMatches };
const tableOfDraw = { ...tableOfLead, results: [{ ...leaderRow, gain: 0, points: 5 }] };
const tableWithoutLive = { results: [leaderRow], count: 1, me: leaderRow, live: [] };

const query = { section: 3, post: 8 };
const fetchesProjection = (to: string) => ({ to, calls: { fetchProjection: query } });
const showsTable = (table: object) => ({ to: 'projected.shown', context: { table, failure: null } });
const showsStandings = { to: 'real', context: { table: null, failure: null } };
/** The shown table stays. */
const fails = (to: string) => ({ to, context: { failure: offline } });

testMachine(projectedTable, {
  inputs: { game: query },
  fold: ({ table, failure }) => [table?.results[0]?.gain, failure?.kind].join(' '),
  events: {
    show: { type: 'projection.show' },
    hide: { type: 'projection.hide' },
    'a goal': { type: 'projection.refresh' },
    'a lead': done('fetchProjection', tableOfLead),
    'a draw': done('fetchProjection', tableOfDraw),
    'nothing is live': done('fetchProjection', tableWithoutLive),
    'not loaded': error('fetchProjection', offline),
  },
  becomes: {
    'start: game': { to: 'real', context: { query, table: null, failure: null } },
    'real + show': fetchesProjection('projected.loading'),
    'projected + hide': showsStandings,
    'projected.loading + a lead': showsTable(tableOfLead),
    'projected.loading + a draw': showsTable(tableOfDraw),
    'projected.loading + nothing is live': showsStandings,
    'projected.loading + not loaded': fails('projected.failed'),
    'projected.loading + a goal': fetchesProjection('projected.loading'),
    'projected.shown + a goal': fetchesProjection('projected.refreshing'),
    'projected.refreshing + a goal': fetchesProjection('projected.refreshing'),
    'projected.refreshing + a lead': showsTable(tableOfLead),
    'projected.refreshing + a draw': showsTable(tableOfDraw),
    'projected.refreshing + nothing is live': showsStandings,
    'projected.refreshing + not loaded': fails('projected.stale'),
    'projected.stale + a goal': fetchesProjection('projected.refreshing'),
    'projected.failed + a goal': fetchesProjection('projected.loading'),
  },
  claims: {
    real: hasExactTags(),
    'projected.loading': hasExactTags('projected', 'busy'),
    'projected.shown': hasExactTags('projected', 'shown'),
    'projected.refreshing': hasExactTags('projected', 'shown', 'busy'),
    'projected.stale': hasExactTags('projected', 'shown', 'failed'),
    'projected.failed': hasExactTags('projected', 'failed'),
  },
});
