import { expect } from 'vitest';
import type { deadline } from '#machines/deadline.ts';
import { after, refStub, when, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

const hour = 3_600_000;
const day = 24 * hour;
const parent = refStub('bet');
const reachesDeadline = (remaining: number) => ({
  to: 'reached',
  context: { remaining },
  sends: [{ type: 'deadline.reached' }],
});
const withoutDate = { to: 'none', context: { remaining: null } };
const waitsFor = (remaining: number, ms: number) => ({
  to: `waiting (${remaining / hour} h)`,
  context: { remaining },
  waits: [{ event: { type: 'xstate.after.nextWait.deadline.waiting' }, ms }],
});
const withParent = <Outcome extends { readonly context: object }>(outcome: Outcome) => ({
  ...outcome,
  context: { parent, ...outcome.context },
});

/** Expectations of deadline, for its test and for its screen's walk. */
export const deadlineExpectations: MachineExpectations<typeof deadline> = {
  inputs: {
    'no date': { parent, remaining: null },
    'in an hour': { parent, remaining: hour },
    'in two days and an hour': { parent, remaining: 2 * day + hour },
    past: { parent, remaining: -hour },
  },
  fold: ({ remaining }) => (remaining === null ? 'none' : `${remaining / hour} h`),
  events: {
    'date removed': { type: 'deadline.set', remaining: null },
    'moved to in an hour': { type: 'deadline.set', remaining: hour },
    'moved to in a day': { type: 'deadline.set', remaining: day },
    'moved to now': { type: 'deadline.set', remaining: 0 },
    'an hour passes': when(({ context }) => context.remaining === hour, after('nextWait', hour)),
    // Browsers fire a timer of more than 24.8 days at once, so no wait is longer than a day.
    'a day passes': when(({ context }) => context.remaining !== hour, after('nextWait', day)),
  },
  becomes: {
    'start: no date': withParent({ ...withoutDate, waits: [] }),
    'start: in an hour': withParent(waitsFor(hour, hour)),
    'start: in two days and an hour': withParent(waitsFor(2 * day + hour, day)),
    'start: past': withParent(reachesDeadline(-hour)),

    'none + moved to in an hour': waitsFor(hour, hour),
    'none + moved to in a day': waitsFor(day, day),
    'none + moved to now': reachesDeadline(0),

    'waiting + date removed': withoutDate,
    'waiting + moved to in an hour': waitsFor(hour, hour),
    'waiting + moved to in a day': waitsFor(day, day),
    'waiting + moved to now': reachesDeadline(0),
    'waiting + an hour passes': reachesDeadline(0),
    'waiting (24 h) + a day passes': reachesDeadline(0),
    'waiting (49 h) + a day passes': waitsFor(25 * hour, day),
    'waiting (25 h) + a day passes': waitsFor(hour, hour),

    'none + date removed': 'same',
    'reached + date removed': withoutDate,
    'reached + moved to in an hour': waitsFor(hour, hour),
    'reached + moved to in a day': waitsFor(day, day),
    'reached + moved to now': reachesDeadline(0),
  },
  claims: {
    waiting: (_, { timers }) => expect(timers).toHaveLength(1),
    none: (_, { timers }) => expect(timers).toEqual([]),
    reached: (_, { timers }) => expect(timers).toEqual([]),
  },
};
