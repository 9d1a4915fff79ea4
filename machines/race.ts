import { assign, setup } from 'xstate';
import { eventOf } from './params.ts';
import { setupTypes } from './port.ts';

type Context = {
  /** Steps of the race after its start, which is step 0. */
  readonly last: number;
  /** The step that is shown. */
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
    /** A whole race takes a quarter of a minute at most. */
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

/** Plays a race of the table step by step. It begins at its end, and plays only when asked to: from the start again once it is over. */
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
