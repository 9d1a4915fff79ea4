import { assign, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';
import { port, setupTypes } from './port.ts';

/** What became of the rows `asked`: those that are still there come in `rows`. */
export type RowsFetched<Row> = {
  readonly type: 'rows.fetched';
  readonly asked: readonly number[];
  readonly rows: readonly Row[];
};

const union = (a: readonly number[], b: readonly number[]) => [...new Set([...a, ...b])];

/**
 * Fetches rows that changed, by id, one call at a time: what changes meanwhile goes with the next one.
 * A call that fails is made again, until it succeeds.
 */
export function rowRefreshOf<Row>() {
  type Context = {
    readonly parent: ActorRef<Snapshot<unknown>, RowsFetched<Row>>;
    /** Still to be fetched, and being fetched. */
    readonly stale: readonly number[];
    readonly fetching: readonly number[];
  };
  return setup({
    types: setupTypes<{
      context: Context;
      events: { type: 'rows.changed' | 'rows.wanted'; ids: readonly number[] };
      input: { parent: Context['parent'] };
    }>(),
    actors: { fetchRows: port<readonly Row[], { ids: readonly number[] }>('fetchRows') },
    delays: { patience: 20_000, retryDelay: 5000 },
    guards: { hasStale: ({ context }) => context.stale.length > 0 },
    actions: {
      /** What is on its way already is new enough for who only wants it. */
      want: assign(({ context, event }) => ({
        stale: union(
          context.stale,
          event.ids.filter((id) => !context.fetching.includes(id)),
        ),
      })),
      note: assign(({ context, event }) => ({ stale: union(context.stale, event.ids) })),
      start: assign(({ context }) => ({ stale: [], fetching: context.stale })),
      rest: assign({ fetching: [] }),
      putBack: assign(({ context }) => ({ stale: union(context.fetching, context.stale), fetching: [] })),
      tell: sendTo(
        ({ context }) => context.parent,
        ({ context }, rows: readonly Row[]): RowsFetched<Row> => ({
          type: 'rows.fetched',
          asked: context.fetching,
          rows,
        }),
      ),
    },
  }).createMachine({
    id: 'row-patches',
    context: ({ input }) => ({ parent: input.parent, stale: [], fetching: [] }),
    initial: 'resting',
    on: { 'rows.changed': { actions: 'note' }, 'rows.wanted': { actions: 'want' } },
    states: {
      resting: { always: { guard: 'hasStale', target: 'fetching' } },
      fetching: {
        entry: 'start',
        invoke: {
          id: 'fetchRows',
          src: 'fetchRows',
          input: ({ context }) => ({ ids: context.fetching }),
          onDone: {
            target: 'resting',
            actions: [{ type: 'tell', params: ({ event }) => event.output }, 'rest'],
          },
          onError: { target: 'behind', actions: 'putBack' },
        },
        after: { patience: { target: 'behind', actions: 'putBack' } },
      },
      behind: { after: { retryDelay: 'fetching' } },
    },
  });
}
