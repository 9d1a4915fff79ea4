import { expect } from 'vitest';
import type { command } from '#machines/command.ts';
import { done, error, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

const reopenCommand = { name: 'reopenLeague', league: 4 } as const;
const leaveCommand = { name: 'leave', target: { section: 4 } } as const;
const forbidden = { kind: 'forbidden' };
const noCommand = { command: null, failure: null };

const setsCommand = (command: typeof reopenCommand | typeof leaveCommand, to: string) => ({
  to,
  context: { command, failure: null },
});
const runsCommand = (before: { command: unknown }) => ({
  to: 'running',
  calls: { runCommand: before.command },
});

/** Expectations of command, for its test and for its screen's walk. */
export const commandExpectations: MachineExpectations<typeof command> = {
  inputs: { fresh: undefined },
  fold: ({ command: it }) => it?.name ?? '',
  events: {
    reopen: { type: 'command.run', command: reopenCommand },
    leave: { type: 'command.ask', command: leaveCommand },
    confirm: { type: 'command.confirm' },
    cancel: { type: 'command.cancel' },
    response: done('runCommand', { res: 1 }),
    refusal: error('runCommand', forbidden),
  },
  becomes: {
    'start: fresh': { to: 'idle', context: noCommand },

    // An ordinary command runs at once; one that cannot be undone asks for confirmation first.
    'idle + reopen': { ...setsCommand(reopenCommand, 'running'), calls: { runCommand: reopenCommand } },
    'idle + leave': setsCommand(leaveCommand, 'confirming'),
    'confirming + confirm': runsCommand,
    'confirming + cancel': { to: 'idle', context: noCommand },

    'running + response': (before) => ({
      to: 'idle',
      context: noCommand,
      sends: [{ type: 'command.done', command: before.command, response: { res: 1 } }],
    }),
    'running + refusal': { to: 'failed', context: { failure: forbidden } },

    'failed + reopen': { ...setsCommand(reopenCommand, 'running'), calls: { runCommand: reopenCommand } },
    'failed + leave': setsCommand(leaveCommand, 'confirming'),
    'failed + cancel': { to: 'idle', context: noCommand },
  },
  claims: {
    confirming: (snapshot) => expect(snapshot.hasTag('confirming')).toBe(true),
    running: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    failed: (snapshot) => expect(snapshot.hasTag('failed')).toBe(true),
    idle: ({ context }) => expect(context).toEqual(noCommand),
  },
};
