import type { ContextFrom } from 'xstate';
import { rowRefreshOf } from '#machines/row-refresh.ts';
import { after, done, error, testMachine, refStub } from '#tests/support/statecharts/test-machine.ts';

type Row = { readonly id: number; readonly name: string };
const patches = rowRefreshOf<Row>();
type Before = ContextFrom<typeof patches>;

const parent = refStub('list');
const renamed = [{ id: 1, name: 'renamed' }];
const fetches = (ids: readonly number[]) => ({
  to: 'fetching',
  context: { stale: [], fetching: ids },
  calls: { fetchRows: { ids } },
});
const notes =
  (...ids: number[]) =>
  (before: Before) => ({
    to: 'same',
    context: { stale: [...new Set([...before.stale, ...ids])], fetching: before.fetching },
  });
/** What changed while these were fetched is fetched next. */
const answers = (rows: readonly Row[]) => (before: Before) => ({
  ...(before.stale.length > 0 ? fetches(before.stale) : { to: 'resting', calls: {} }),
  sends: [{ type: 'rows.fetched', asked: before.fetching, rows }],
});
const fails = (before: Before) => ({
  to: 'behind',
  context: { stale: [...new Set([...before.fetching, ...before.stale])] },
  waits: [{ event: { type: 'xstate.after.retryDelay.row-patches.behind' }, ms: 5000 }],
});

testMachine(patches, {
  inputs: { list: { parent } },
  fold: ({ stale, fetching }) => `${stale.join()} then ${fetching.join()}`,
  events: {
    '1 changes': { type: 'rows.changed', ids: [1] },
    '2 and 3 change': { type: 'rows.changed', ids: [2, 3] },
    'wants 1': { type: 'rows.wanted', ids: [1] },
    'they come': done('fetchRows', renamed),
    'they are gone': done('fetchRows', []),
    'no answer': error('fetchRows', { kind: 'offline' }),
    'too long': after('patience', 20_000),
    'in a while': after('retryDelay', 5000),
  },
  becomes: {
    'start: list': { to: 'resting', context: { parent, stale: [], fetching: [] } },
    'resting + 1 changes': fetches([1]),
    'resting + 2 and 3 change': fetches([2, 3]),
    'fetching + 1 changes': notes(1),
    'fetching + 2 and 3 change': notes(2, 3),
    'resting + wants 1': fetches([1]),
    // What is on its way is not asked for again.
    'fetching + wants 1': (before) => notes(...(before.fetching.includes(1) ? [] : [1]))(before),
    'behind + wants 1': notes(1),
    'fetching + they come': answers(renamed),
    'fetching + they are gone': answers([]),
    'fetching + no answer': fails,
    'fetching + too long': fails,
    'behind + 1 changes': notes(1),
    'behind + 2 and 3 change': notes(2, 3),
    'behind + in a while': (before) => fetches(before.stale),
  },
  harmless: {
    'behind + after retryDelay: to resting instead of fetching':
      'resting goes on at once where something is stale, as it always is here',
  },
});
