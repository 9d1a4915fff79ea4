import { expect } from 'vitest';
import type { welcome } from '#machines/welcome.ts';
import { after, done, error, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

const leaves = { to: 'leaving', calls: { markWelcomed: undefined } };

/** What is written of welcome: its test walks it headless, its screen's in a browser. */
export const welcomeExpectations: MachineExpectations<typeof welcome> = {
  inputs: { new: undefined },
  events: {
    next: { type: 'slide.next' },
    back: { type: 'slide.back' },
    leave: { type: 'slides.leave' },
    noted: done('markWelcomed', {}),
    'not noted': error('markWelcomed', { kind: 'offline' }),
    silence: after('patience', 5000),
  },
  becomes: {
    'start: new': 'greeting',
    'greeting + next': 'friends',
    'greeting + leave': leaves,
    'friends + next': 'allSet',
    'friends + back': 'greeting',
    'friends + leave': leaves,
    'allSet + next': leaves,
    'allSet + back': 'friends',
    'allSet + leave': leaves,
    'leaving + noted': 'left',
    'leaving + not noted': 'left',
    'leaving + silence': 'left',
  },
  claims: { leaving: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true) },
};
