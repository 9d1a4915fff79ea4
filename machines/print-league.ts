import { assign, setup } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import type { PrintedLeague } from '#domain/printed-league.ts';
import { outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';

type Context = {
  readonly league: number;
  readonly printed: PrintedLeague | null;
  readonly failure: Failure | null;
};

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: { type: 'league.retry' } | { type: 'print.start' };
    input: { league: number };
    tags: 'busy' | 'failed' | 'loaded';
  }>(),
  actors: {
    fetchLeague: port<PrintedLeague, { league: number }>('fetchLeague'),
    /** Resolves when the print dialog closes, whether or not anything was printed. */
    printPage: port<void, void>('printPage'),
  },
  actions: {
    storeLeague: assign((_, printed: PrintedLeague) => ({ printed, failure: null })),
    storeFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
  },
});

/** Prints a league. All data is loaded before printing is offered, so that no printout is incomplete. */
export const printLeague = charts.createMachine({
  id: 'print-league',
  context: ({ input: { league } }) => ({ league, printed: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'fetchLeague',
        src: 'fetchLeague',
        input: ({ context: { league } }) => ({ league }),
        onDone: { target: 'ready', actions: { type: 'storeLeague', params: outputOf } },
        onError: { target: 'loadFailed', actions: storeFailure },
      },
    },
    loadFailed: { tags: 'failed', on: { 'league.retry': 'loading' } },
    ready: { tags: 'loaded', on: { 'print.start': 'printing' } },
    printing: {
      tags: ['busy', 'loaded'],
      entry: 'clearFailure',
      invoke: {
        id: 'printPage',
        src: 'printPage',
        onDone: 'ready',
        onError: { target: 'printFailed', actions: storeFailure },
      },
    },
    printFailed: { tags: ['failed', 'loaded'], on: { 'print.start': 'printing' } },
  },
});
