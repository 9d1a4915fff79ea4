import { expect } from 'vitest';
import type { welcome } from '#machines/welcome.ts';
import { done, error, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

const marksWelcomed = { to: 'saving', calls: { markWelcomed: undefined } };

/** Expectations of welcome, for its test and for its screen's walk. */
export const welcomeExpectations: MachineExpectations<typeof welcome> = {
  inputs: {
    new: { restored: null },
    'reloaded at the first': { restored: 'greeting' },
    'reloaded at friends': { restored: 'friends' },
    'reloaded at the last': { restored: 'allSet' },
  },
  events: {
    next: { type: 'slide.next' },
    back: { type: 'slide.back' },
    skip: { type: 'slides.skip' },
    'welcome stored': done('markWelcomed', {}),
    'welcome not stored': error('markWelcomed', { kind: 'offline' }),
  },
  becomes: {
    'start: new': { to: 'greeting', context: { restored: null } },
    'start: reloaded at the first': { to: 'greeting', context: { restored: 'greeting' } },
    'start: reloaded at friends': { to: 'friends', context: { restored: 'friends' } },
    'start: reloaded at the last': { to: 'allSet', context: { restored: 'allSet' } },
    'greeting + next': 'friends',
    'greeting + skip': marksWelcomed,
    'friends + next': 'allSet',
    'friends + back': 'greeting',
    'friends + skip': marksWelcomed,
    'allSet + next': marksWelcomed,
    'allSet + back': 'friends',
    'allSet + skip': marksWelcomed,
    'saving + welcome stored': 'done',
    'saving + welcome not stored': 'done',
  },
  claims: { saving: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true) },
};
