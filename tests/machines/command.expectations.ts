import { expect } from 'vitest';
import type { command } from '#machines/command.ts';
import { done, error, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

const reopen = { name: 'reopenLeague', league: 4 } as const;
const leave = { name: 'leave', target: { section: 4 } } as const;
const forbidden = { kind: 'forbidden' };
const nothing = { command: null, failure: null };

const starts = (what: typeof reopen | typeof leave, to: string) => ({
  to,
  context: { command: what, failure: null },
});
const does = (before: { command: unknown }) => ({ to: 'running', calls: { runCommand: before.command } });

/** Expectations of command, for its test and for its screen's walk. */
export const commandExpectations: MachineExpectations<typeof command> = {
  inputs: { fresh: undefined },
  fold: ({ command: it }) => it?.name ?? '',
  events: {
    reopen: { type: 'command.run', command: reopen },
    leave: { type: 'command.ask', command: leave },
    confirm: { type: 'command.confirm' },
    cancel: { type: 'command.cancel' },
    response: done('runCommand', { res: 1 }),
    refusal: error('runCommand', forbidden),
  },
  becomes: {
    'start: fresh': { to: 'idle', context: nothing },

    // An ordinary command runs at once; one that cannot be undone asks for confirmation first.
    'idle + reopen': { ...starts(reopen, 'running'), calls: { runCommand: reopen } },
    'idle + leave': starts(leave, 'confirming'),
    'confirming + confirm': does,
    'confirming + cancel': { to: 'idle', context: nothing },

    'running + response': (before) => ({
      to: 'idle',
      context: nothing,
      sends: [{ type: 'command.done', command: before.command, response: { res: 1 } }],
    }),
    'running + refusal': { to: 'failed', context: { failure: forbidden } },

    'failed + reopen': { ...starts(reopen, 'running'), calls: { runCommand: reopen } },
    'failed + leave': starts(leave, 'confirming'),
    'failed + cancel': { to: 'idle', context: nothing },
  },
  claims: {
    confirming: (snapshot) => expect(snapshot.hasTag('confirming')).toBe(true),
    running: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    failed: (snapshot) => expect(snapshot.hasTag('failed')).toBe(true),
    idle: ({ context }) => expect(context).toEqual(nothing),
  },
};
