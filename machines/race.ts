import { assign, setup } from 'xstate';
import { eventOf } from './params.ts';
import { setupTypes } from './port.ts';

type Context = {
  /** Number of the last step; step 0 is the start. */
  readonly last: number;
  /** The step shown. */
  readonly step: number;
};
type Seek = { type: 'race.seek'; step: number };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: { type: 'race.play' } | { type: 'race.pause' } | Seek;
    input: { last: number };
  }>(),
  delays: {
    /** At most 1 s a step and about 15 s for the whole race. */
    stepDelay: ({ context: { last } }) => Math.min(1000, Math.round(15_000 / last)),
  },
  guards: {
    isOver: ({ context: { step, last } }) => step >= last,
    isLastNext: ({ context: { step, last } }) => step + 1 >= last,
  },
  actions: {
    advance: assign(({ context: { step } }) => ({ step: step + 1 })),
    restart: assign({ step: 0 }),
    storeStep: assign((_, { step }: Seek) => ({ step })),
  },
});

/** Plays the table's race step by step. It opens paused at the last step; playing from there starts over. */
export const race = charts.createMachine({
  id: 'race',
  context: ({ input: { last } }) => ({ last, step: last }),
  initial: 'paused',
  on: { 'race.seek': { target: '.paused', actions: { type: 'storeStep', params: eventOf } } },
  states: {
    paused: {
      on: { 'race.play': [{ guard: 'isOver', target: 'playing', actions: 'restart' }, 'playing'] },
    },
    playing: {
      on: { 'race.pause': 'paused' },
      after: {
        stepDelay: [
          { guard: 'isLastNext', target: 'paused', actions: 'advance' },
          { target: 'playing', reenter: true, actions: 'advance' },
        ],
      },
    },
  },
});
