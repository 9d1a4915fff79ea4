import { assign, setup } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import type { ProjectedTable } from '#contract/what-if.ts';
import { outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';

/** The table of a league, optionally of one of its groups or games. */
export type TableQuery = {
  readonly section: number;
  readonly clan?: number;
  readonly post?: number;
};
type Context = {
  readonly query: TableQuery;
  readonly table: ProjectedTable | null;
  readonly failure: Failure | null;
};

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: { type: 'projection.show' } | { type: 'projection.hide' } | { type: 'projection.refresh' };
    input: TableQuery;
    tags: 'busy' | 'failed' | 'projected' | 'shown';
  }>(),
  actors: {
    /** Resolves with the table as it would be if every live match ended with its present score. */
    fetchProjection: port<ProjectedTable, TableQuery>('fetchProjection'),
  },
  guards: { isAnyLive: (_, { live }: ProjectedTable) => live.length > 0 },
  actions: {
    storeTable: assign((_, table: ProjectedTable) => ({ table, failure: null })),
    storeFailure: assign((_, failure: Failure) => ({ failure })),
    clearTable: assign({ table: null, failure: null }),
  },
});

const fetch = {
  id: 'fetchProjection',
  src: 'fetchProjection',
  input: ({ context: { query } }: { context: Context }) => query,
  onDone: [
    {
      guard: { type: 'isAnyLive', params: outputOf },
      target: 'shown',
      actions: { type: 'storeTable', params: outputOf },
    },
    { target: '#projected-table.real' },
  ],
} as const;

/**
 * Switches between a league's real table and the projected one. When no match is live any more, it returns to the real one.
 */
export const projectedTable = charts.createMachine({
  id: 'projected-table',
  context: ({ input }) => ({ query: input, table: null, failure: null }),
  initial: 'real',
  states: {
    real: { entry: 'clearTable', on: { 'projection.show': 'projected' } },
    projected: {
      tags: 'projected',
      initial: 'loading',
      on: { 'projection.hide': 'real' },
      states: {
        loading: {
          tags: 'busy',
          invoke: { ...fetch, onError: { target: 'failed', actions: storeFailure } },
          on: { 'projection.refresh': { target: 'loading', reenter: true } },
        },
        shown: { tags: 'shown', on: { 'projection.refresh': 'refreshing' } },
        /** A new request replaces the one in flight, so that an old score never replaces a new one. */
        refreshing: {
          tags: ['shown', 'busy'],
          invoke: { ...fetch, onError: { target: 'stale', actions: storeFailure } },
          on: { 'projection.refresh': { target: 'refreshing', reenter: true } },
        },
        /** The scores shown may be outdated: refreshing failed. */
        stale: { tags: ['shown', 'failed'], on: { 'projection.refresh': 'refreshing' } },
        failed: { tags: 'failed', on: { 'projection.refresh': 'loading' } },
      },
    },
  },
});
