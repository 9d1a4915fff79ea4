import { expect } from 'vitest';
import type { welcome } from '#machines/welcome.ts';
import { done, error, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

const saves = { to: 'saving', calls: { markWelcomed: undefined } };

/** What is written of welcome: its test walks it headless, its screen's in a browser. */
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
    noted: done('markWelcomed', {}),
    'not noted': error('markWelcomed', { kind: 'offline' }),
  },
  becomes: {
    'start: new': { to: 'greeting', context: { restored: null } },
    'start: reloaded at the first': { to: 'greeting', context: { restored: 'greeting' } },
    'start: reloaded at friends': { to: 'friends', context: { restored: 'friends' } },
    'start: reloaded at the last': { to: 'allSet', context: { restored: 'allSet' } },
    'greeting + next': 'friends',
    'greeting + skip': saves,
    'friends + next': 'allSet',
    'friends + back': 'greeting',
    'friends + skip': saves,
    'allSet + next': saves,
    'allSet + back': 'friends',
    'allSet + skip': saves,
    'saving + noted': 'done',
    'saving + not noted': 'done',
  },
  claims: { saving: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true) },
};
