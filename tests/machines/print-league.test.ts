import { printLeague } from '#machines/print-league.ts';
import { done, error, hasExactTags, testMachine } from '#tests/support/statecharts/test-machine.ts';

const offline = { kind: 'offline' as const };
const unavailable = { kind: 'unavailable' as const };
const printedLeague = {
  league: { id: 4, name: 'השכונה' },
  table: [],
  games: [{ id: 9, name: 'מחזור א', items: [] }],
  at: '2027-07-20T10:00:00.000Z',
};
const fetchesLeague = { to: 'loading', calls: { fetchLeague: { league: 4 } } };
const printsPage = { to: 'printing', context: { failure: null }, calls: { printPage: undefined } };

testMachine(printLeague, {
  inputs: { league: { league: 4 } },
  fold: ({ printed: league, failure }) => `${league?.games.length} ${failure?.kind}`,
  events: {
    loaded: done('fetchLeague', printedLeague),
    'not loaded': error('fetchLeague', offline),
    'tries again': { type: 'league.retry' },
    prints: { type: 'print.start' },
    'is printed': done('printPage', undefined),
    'cannot print': error('printPage', unavailable),
  },
  becomes: {
    'start: league': { ...fetchesLeague, context: { league: 4, printed: null, failure: null } },
    'loading + loaded': { to: 'ready', context: { printed: printedLeague, failure: null } },
    'loading + not loaded': { to: 'loadFailed', context: { failure: offline } },
    'loadFailed + tries again': fetchesLeague,
    'ready + prints': printsPage,
    'printing + is printed': 'ready',
    'printing + cannot print': { to: 'printFailed', context: { failure: unavailable } },
    'printFailed + prints': printsPage,
  },
  claims: {
    loading: hasExactTags('busy'),
    loadFailed: hasExactTags('failed'),
    ready: hasExactTags('loaded'),
    printing: hasExactTags('busy', 'loaded'),
    printFailed: hasExactTags('failed', 'loaded'),
  },
});
