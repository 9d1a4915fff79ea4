import { expect } from 'vitest';
import { race } from '#machines/race.ts';
import { after, testMachine } from '#tests/support/statecharts/test-machine.ts';

const stepWait = (ms: number) => [{ event: { type: 'xstate.after.stepDelay.race.playing' }, ms }];
/** Three steps take a second each; sixty take a quarter of one. */
const stepWaitOf = ({ last }: { last: number }) => stepWait(last === 3 ? 1000 : 250);

testMachine(race, {
  inputs: { 'three rounds': { last: 3 }, 'one round': { last: 1 }, 'sixty rounds': { last: 60 } },
  // Of sixty steps only the first and the last ones differ from the others.
  fold: ({ step, last }) =>
    last <= 3 ? `${step} of ${last}` : `${[0, 1, 58, 59, 60].includes(step) ? step : 'x'} of ${last}`,
  events: {
    play: { type: 'race.play' },
    pause: { type: 'race.pause' },
    'a drag to the start': { type: 'race.seek', step: 0 },
    'a drag to the first': { type: 'race.seek', step: 1 },
    'a step': after('stepDelay', ({ context }) => (context.last === 60 ? 250 : 1000)),
  },
  becomes: {
    'start: three rounds': { to: 'paused', context: { last: 3, step: 3 } },
    'start: one round': { to: 'paused', context: { last: 1, step: 1 } },
    'start: sixty rounds': { to: 'paused', context: { last: 60, step: 60 } },
    'paused + play': ({ step, last }) => ({
      to: 'playing',
      context: { step: step === last ? 0 : step },
      waits: last === 1 ? stepWait(1000) : stepWaitOf({ last }),
    }),
    'playing + pause': 'paused',
    'playing + a step': ({ step, last }) =>
      step === last - 1
        ? { to: 'paused', context: { step: last }, waits: [] }
        : { to: 'playing', context: { step: step + 1 }, waits: stepWaitOf({ last }) },
    '* + a drag to the start': { to: 'paused', context: { step: 0 }, waits: [] },
    '* + a drag to the first': { to: 'paused', context: { step: 1 }, waits: [] },
  },
  // A playing race is never at its end: it is neither resumed there nor paused there by hand.
  unpaired: 2,
  claims: {
    '*': ({ context: { step, last } }) => {
      expect(step).toBeGreaterThanOrEqual(0);
      expect(step).toBeLessThanOrEqual(last);
    },
  },
});
