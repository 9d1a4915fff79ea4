import type { ContextFrom } from 'xstate';
import { rowRefreshOf } from '#machines/row-refresh.ts';
import { after, done, error, testMachine, refStub } from '#tests/support/statecharts/test-machine.ts';

type Row = { readonly id: number; readonly name: string };
const rowRefresh = rowRefreshOf<Row>();
type Before = ContextFrom<typeof rowRefresh>;

const parent = refStub('list');
const renamedRows = [{ id: 1, name: 'renamed' }];
const fetchesRows = (ids: readonly number[]) => ({
  to: 'fetching',
  context: { queued: [], fetching: ids },
  calls: { fetchRows: { ids } },
});
const queuesRows =
  (...ids: number[]) =>
  (before: Before) => ({
    to: 'same',
    context: { queued: [...new Set([...before.queued, ...ids])], fetching: before.fetching },
  });
/** The fetched rows are reported; rows that changed meanwhile are fetched next. */
const reportsRows = (rows: readonly Row[]) => (before: Before) => ({
  ...(before.queued.length > 0
    ? fetchesRows(before.queued)
    : { to: 'idle', context: { fetching: [] }, calls: {} }),
  sends: [{ type: 'rows.fetched', requested: before.fetching, rows }],
});
const awaitsRetry = (before: Before) => ({
  to: 'awaitingRetry',
  context: { queued: [...new Set([...before.fetching, ...before.queued])], fetching: [] },
  waits: [{ event: { type: 'xstate.after.retryDelay.row-refresh.awaitingRetry' }, ms: 5000 }],
});

testMachine(rowRefresh, {
  inputs: { list: { parent } },
  fold: ({ queued, fetching }) => `${queued.join()} then ${fetching.join()}`,
  events: {
    '1 changes': { type: 'rows.changed', ids: [1] },
    '2 and 3 change': { type: 'rows.changed', ids: [2, 3] },
    'requests 1': { type: 'rows.requested', ids: [1] },
    'rows are fetched': done('fetchRows', renamedRows),
    'rows are gone': done('fetchRows', []),
    'no network': error('fetchRows', { kind: 'offline' }),
    'retry is due': after('retryDelay', 5000),
  },
  becomes: {
    'start: list': { to: 'idle', context: { parent, queued: [], fetching: [] } },
    'idle + 1 changes': fetchesRows([1]),
    'idle + 2 and 3 change': fetchesRows([2, 3]),
    'fetching + 1 changes': queuesRows(1),
    'fetching + 2 and 3 change': queuesRows(2, 3),
    'idle + requests 1': fetchesRows([1]),
    // A row that is being fetched is not fetched again.
    'fetching + requests 1': (before) => queuesRows(...(before.fetching.includes(1) ? [] : [1]))(before),
    'awaitingRetry + requests 1': queuesRows(1),
    'fetching + rows are fetched': reportsRows(renamedRows),
    'fetching + rows are gone': reportsRows([]),
    'fetching + no network': awaitsRetry,
    'awaitingRetry + 1 changes': queuesRows(1),
    'awaitingRetry + 2 and 3 change': queuesRows(2, 3),
    'awaitingRetry + retry is due': (before) => fetchesRows(before.queued),
  },
  harmless: {
    'awaitingRetry + after retryDelay: to idle instead of fetching':
      'idle fetches at once what is queued, and here something always is',
  },
});
