import { expect } from 'vitest';
import type { deadline } from '#machines/deadline.ts';
import { after, refStub, when, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

const hour = 3_600_000;
const day = 24 * hour;
const parent = refStub('bet');
const tells = { to: 'come', sends: [{ type: 'time.up' }] };
const waitsFor = (left: number, ms: number) => ({
  to: `waiting (${left / hour} h)`,
  context: { left },
  waits: [{ event: { type: 'xstate.after.next.closing.waiting' }, ms }],
});

/** What is written of closing: its test walks it headless, its screen's in a browser. */
export const deadlineExpectations: MachineExpectations<typeof deadline> = {
  inputs: {
    'no date': { parent, left: null },
    'in an hour': { parent, left: hour },
    'in two days and an hour': { parent, left: 2 * day + hour },
    past: { parent, left: -hour },
  },
  fold: ({ left }) => (left === null ? 'never' : `${left / hour} h`),
  events: {
    'date taken away': { type: 'moment.set', left: null },
    'moved to in an hour': { type: 'moment.set', left: hour },
    'moved to in a day': { type: 'moment.set', left: day },
    'moved to now': { type: 'moment.set', left: 0 },
    'an hour passes': when(({ context }) => context.left === hour, after('next', hour)),
    // Browsers fire a timer of more than 24.8 days at once, so no wait is longer than a day.
    'a day passes': when(({ context }) => context.left !== hour, after('next', day)),
  },
  becomes: {
    'start: no date': { to: 'never', waits: [] },
    'start: in an hour': waitsFor(hour, hour),
    'start: in two days and an hour': waitsFor(2 * day + hour, day),
    'start: past': tells,

    'never + moved to in an hour': waitsFor(hour, hour),
    'never + moved to in a day': waitsFor(day, day),
    'never + moved to now': tells,

    'waiting + date taken away': { to: 'never (never)' },
    'waiting + moved to in an hour': waitsFor(hour, hour),
    'waiting + moved to in a day': waitsFor(day, day),
    'waiting + moved to now': tells,
    'waiting + an hour passes': tells,
    'waiting (24 h) + a day passes': tells,
    'waiting (49 h) + a day passes': waitsFor(25 * hour, day),
    'waiting (25 h) + a day passes': waitsFor(hour, hour),

    'never + date taken away': 'same',
    'come + date taken away': 'never',
    'come + moved to in an hour': waitsFor(hour, hour),
    'come + moved to in a day': waitsFor(day, day),
    'come + moved to now': tells,
  },
  claims: {
    waiting: (_, { timers }) => expect(timers).toHaveLength(1),
    never: (_, { timers }) => expect(timers).toEqual([]),
    come: (_, { timers }) => expect(timers).toEqual([]),
  },
};
