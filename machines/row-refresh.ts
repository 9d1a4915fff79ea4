import { assign, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';
import { eventOf, outputOf } from './params.ts';
import { port, setupTypes } from './port.ts';

/** Sent to the parent after one request. `rows`: those of the `requested` ids that still exist. */
export type RowsFetched<Row> = {
  readonly type: 'rows.fetched';
  readonly requested: readonly number[];
  readonly rows: readonly Row[];
};
type Ids = { readonly ids: readonly number[] };

const union = (a: readonly number[], b: readonly number[]) => [...new Set([...a, ...b])];

/**
 * Refetches rows by id, one request at a time; rows that change meanwhile are fetched by the next one.
 * A failed request is retried until it succeeds.
 */
export function rowRefreshOf<Row>() {
  type Context = {
    readonly parent: ActorRef<Snapshot<unknown>, RowsFetched<Row>>;
    /** Ids to fetch next, and ids of the request in flight. */
    readonly queued: readonly number[];
    readonly fetching: readonly number[];
  };
  return setup({
    types: setupTypes<{
      context: Context;
      events: { type: 'rows.changed' | 'rows.requested' } & Ids;
      input: { parent: Context['parent'] };
    }>(),
    actors: { fetchRows: port<readonly Row[], Ids>('fetchRows') },
    delays: { retryDelay: 5000 },
    guards: { hasQueued: ({ context }) => context.queued.length > 0 },
    actions: {
      queueRows: assign(({ context }, { ids }: Ids) => ({ queued: union(context.queued, ids) })),
      /** A placeholder's row has not changed, so the answer in flight is new enough for it. */
      queueUnlessFetching: assign(({ context: { queued, fetching } }, { ids }: Ids) => ({
        queued: union(
          queued,
          ids.filter((id) => !fetching.includes(id)),
        ),
      })),
      startFetching: assign(({ context }) => ({ queued: [], fetching: context.queued })),
      clearFetching: assign({ fetching: [] }),
      requeue: assign(({ context }) => ({ queued: union(context.fetching, context.queued), fetching: [] })),
      notifyParent: sendTo(
        ({ context }) => context.parent,
        ({ context }, rows: readonly Row[]): RowsFetched<Row> => ({
          type: 'rows.fetched',
          requested: context.fetching,
          rows,
        }),
      ),
    },
  }).createMachine({
    id: 'row-refresh',
    context: ({ input }) => ({ parent: input.parent, queued: [], fetching: [] }),
    initial: 'idle',
    on: {
      'rows.changed': { actions: { type: 'queueRows', params: eventOf } },
      'rows.requested': { actions: { type: 'queueUnlessFetching', params: eventOf } },
    },
    states: {
      idle: { always: { guard: 'hasQueued', target: 'fetching' } },
      fetching: {
        entry: 'startFetching',
        invoke: {
          id: 'fetchRows',
          src: 'fetchRows',
          input: ({ context }) => ({ ids: context.fetching }),
          onDone: { target: 'idle', actions: [{ type: 'notifyParent', params: outputOf }, 'clearFetching'] },
          onError: { target: 'awaitingRetry', actions: 'requeue' },
        },
      },
      awaitingRetry: { after: { retryDelay: 'fetching' } },
    },
  });
}
