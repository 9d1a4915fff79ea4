import { expect } from 'vitest';
import type { command } from '#machines/command.ts';
import { after, done, error, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

const reopen = { name: 'reopen', section: 4 } as const;
const leave = { name: 'leave', at: { section: 4 } } as const;
const forbidden = { kind: 'forbidden' };
const nothing = { errand: null, failure: null };

const starts = (what: typeof reopen | typeof leave, to: string) => ({
  to,
  context: { errand: what, failure: null },
});
const does = (before: { errand: unknown }) => ({ to: 'running', calls: { perform: before.errand } });

/** What is written of errand: its test walks it headless, its screen's in a browser. */
export const commandExpectations: MachineExpectations<typeof command> = {
  inputs: { fresh: undefined },
  fold: ({ errand: it }) => it?.name ?? '',
  events: {
    reopen: { type: 'errand.run', errand: reopen },
    leave: { type: 'errand.ask', errand: leave },
    sure: { type: 'errand.confirm' },
    'rather not': { type: 'errand.cancel' },
    answer: done('perform', { res: 1 }),
    refusal: error('perform', forbidden),
    silence: after('patience', 20_000),
  },
  becomes: {
    'start: fresh': { to: 'idle', context: nothing },

    // An ordinary tap is done at once; one that cannot be taken back is asked again first.
    'idle + reopen': { ...starts(reopen, 'running'), calls: { perform: reopen } },
    'idle + leave': starts(leave, 'asking'),
    'asking + sure': does,
    'asking + rather not': { to: 'idle', context: nothing },

    'running + answer': (before) => ({
      to: 'idle',
      context: nothing,
      sends: [{ type: 'errand.done', errand: before.errand, answer: { res: 1 } }],
    }),
    'running + refusal': { to: 'failed', context: { failure: forbidden } },
    'running + silence': { to: 'failed', context: { failure: { kind: 'offline' } } },

    'failed + reopen': { ...starts(reopen, 'running'), calls: { perform: reopen } },
    'failed + leave': starts(leave, 'asking'),
    'failed + rather not': { to: 'idle', context: nothing },
  },
  claims: {
    asking: (snapshot) => expect(snapshot.hasTag('asking')).toBe(true),
    running: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    failed: (snapshot) => expect(snapshot.hasTag('failed')).toBe(true),
    idle: ({ context }) => expect(context).toEqual(nothing),
  },
};
