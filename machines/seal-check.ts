import { assign, setup } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import { allMatch, type SealReport } from '#domain/seals.ts';
import { outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';

type Context = {
  readonly item: number;
  readonly report: SealReport | null;
  readonly failure: Failure | null;
};

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: { type: 'seals.check' };
    input: { item: number };
    tags: 'busy' | 'checked' | 'failed';
  }>(),
  /** `checkSeals` fetches all bets on the item and recomputes their seals on this device. */
  actors: { checkSeals: port<SealReport, { item: number }>('checkSeals') },
  guards: { allMatch: (_, report: SealReport) => allMatch(report) },
  actions: {
    storeReport: assign((_, report: SealReport) => ({ report, failure: null })),
    storeFailure: assign((_, failure: Failure) => ({ failure })),
    clearReport: assign({ report: null, failure: null }),
  },
});

const onCheck = { 'seals.check': 'checking' } as const;
const storeReport = { type: 'storeReport', params: outputOf } as const;

/**
 * Checks that the bets on an item that has started are those that were sealed. Each check asks the server anew, and what
 * was found before is not shown while it runs.
 */
export const sealCheck = charts.createMachine({
  id: 'seal-check',
  context: ({ input: { item } }) => ({ item, report: null, failure: null }),
  initial: 'idle',
  states: {
    idle: { on: onCheck },
    checking: {
      tags: 'busy',
      entry: 'clearReport',
      invoke: {
        id: 'checkSeals',
        src: 'checkSeals',
        input: ({ context: { item } }) => ({ item }),
        onDone: [
          { guard: { type: 'allMatch', params: outputOf }, target: 'matching', actions: storeReport },
          { target: 'differing', actions: storeReport },
        ],
        onError: { target: 'failed', actions: storeFailure },
      },
    },
    matching: { tags: 'checked', on: onCheck },
    /** Some bet is not what was sealed, or the caller's seal is not the one that this device was shown. */
    differing: { tags: 'checked', on: onCheck },
    failed: { tags: 'failed', on: onCheck },
  },
});
