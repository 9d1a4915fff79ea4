import { projectedTable } from '#machines/projected-table.ts';
import { done, error, hasExactTags, testMachine } from '#tests/support/statecharts/test-machine.ts';

const offline = { kind: 'offline' };
const row = {
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
const live = [{ item: 5, home: { name: 'ספרד', score: 1 }, away: { name: 'צרפת', score: 0 } }];
const leading = { results: [row], count: 1, me: row, live };
const level = { ...leading, results: [{ ...row, gain: 0, points: 5 }] };
const over = { results: [row], count: 1, me: row, live: [] };

const query = { section: 3, post: 8 };
const asks = (to: string) => ({ to, calls: { fetchProjection: query } });
const shows = (table: object) => ({ to: 'projected.shown', context: { table, failure: null } });
const real = { to: 'real', context: { table: null, failure: null } };
/** The table that was shown stays until another is there. */
const fails = (to: string) => ({ to, context: { failure: offline } });

testMachine(projectedTable, {
  inputs: { game: query },
  fold: ({ table, failure }) => [table?.results[0]?.gain, failure?.kind].join(' '),
  events: {
    show: { type: 'projection.show' },
    hide: { type: 'projection.hide' },
    'a goal': { type: 'projection.refresh' },
    'a lead': done('fetchProjection', leading),
    'a draw': done('fetchProjection', level),
    'nothing is live': done('fetchProjection', over),
    'not loaded': error('fetchProjection', offline),
  },
  becomes: {
    'start: game': { to: 'real', context: { query, table: null, failure: null } },
    'real + show': asks('projected.loading'),
    'projected + hide': real,
    'projected.loading + a lead': shows(leading),
    'projected.loading + a draw': shows(level),
    'projected.loading + nothing is live': real,
    'projected.loading + not loaded': fails('projected.failed'),
    'projected.loading + a goal': asks('projected.loading'),
    'projected.shown + a goal': asks('projected.refreshing'),
    'projected.refreshing + a goal': asks('projected.refreshing'),
    'projected.refreshing + a lead': shows(leading),
    'projected.refreshing + a draw': shows(level),
    'projected.refreshing + nothing is live': real,
    'projected.refreshing + not loaded': fails('projected.stale'),
    'projected.stale + a goal': asks('projected.refreshing'),
    'projected.failed + a goal': asks('projected.loading'),
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
