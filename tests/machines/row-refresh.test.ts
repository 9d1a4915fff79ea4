import type { ContextFrom } from 'xstate';
import { rowRefreshOf } from '#machines/row-refresh.ts';
import { after, done, error, testMachine, refStub } from '#tests/support/statecharts/test-machine.ts';

type Row = { readonly id: number; readonly name: string };
const rowRefresh = rowRefreshOf<Row>();
type Before = ContextFrom<typeof rowRefresh>;

const parent = refStub('list');
const renamed = [{ id: 1, name: 'renamed' }];
const fetches = (ids: readonly number[]) => ({
  to: 'fetching',
  context: { queued: [], fetching: ids },
  calls: { fetchRows: { ids } },
});
const notes =
  (...ids: number[]) =>
  (before: Before) => ({
    to: 'same',
    context: { queued: [...new Set([...before.queued, ...ids])], fetching: before.fetching },
  });
/** What changed while these were fetched is fetched next. */
const answers = (rows: readonly Row[]) => (before: Before) => ({
  ...(before.queued.length > 0
    ? fetches(before.queued)
    : { to: 'idle', context: { fetching: [] }, calls: {} }),
  sends: [{ type: 'rows.fetched', requested: before.fetching, rows }],
});
const fails = (before: Before) => ({
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
    'rows come': done('fetchRows', renamed),
    'rows are gone': done('fetchRows', []),
    'no network': error('fetchRows', { kind: 'offline' }),
    'retry is due': after('retryDelay', 5000),
  },
  becomes: {
    'start: list': { to: 'idle', context: { parent, queued: [], fetching: [] } },
    'idle + 1 changes': fetches([1]),
    'idle + 2 and 3 change': fetches([2, 3]),
    'fetching + 1 changes': notes(1),
    'fetching + 2 and 3 change': notes(2, 3),
    'idle + requests 1': fetches([1]),
    // What is on its way is not asked for again.
    'fetching + requests 1': (before) => notes(...(before.fetching.includes(1) ? [] : [1]))(before),
    'awaitingRetry + requests 1': notes(1),
    'fetching + rows come': answers(renamed),
    'fetching + rows are gone': answers([]),
    'fetching + no network': fails,
    'awaitingRetry + 1 changes': notes(1),
    'awaitingRetry + 2 and 3 change': notes(2, 3),
    'awaitingRetry + retry is due': (before) => fetches(before.queued),
  },
  harmless: {
    'awaitingRetry + after retryDelay: to idle instead of fetching':
      'idle goes on at once where something is queued, as it always is here',
  },
});
