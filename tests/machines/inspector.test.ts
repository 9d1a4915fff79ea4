import { expect } from 'vitest';
import type { ContextFrom } from 'xstate';
import { inspector } from '#inspector/machines/inspector.ts';
import { done, error, testMachine } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof inspector>;

const bets = { chart: 'bet' };
const hello = { path: 'app', event: { type: 'data.refresh' } };
const ends = (sendResult: Before['sendResult']) => (before: Before) => ({
  to: 'sending.idle',
  context: { ...before, sendResult },
});

testMachine(inspector, {
  inputs: { opened: undefined },
  events: {
    'choose bets': { type: 'selection.change', selection: bets },
    'choose 7': { type: 'entry.select', seq: 7, actor: 3 },
    resume: { type: 'live.resume' },
    'another page': { type: 'page.changed' },
    send: { type: 'event.send', ...hello },
    'it took it': done('sendEvent', true),
    'it refused it': done('sendEvent', false),
    'it said nothing': error('sendEvent', new Error('the app did not answer')),
  },
  becomes: {
    'start: opened': {
      to: 'view.live & sending.idle',
      context: { selection: null, at: null, sendResult: null },
    },
    // Choosing an actor shows its present state.
    'view + choose bets': { to: 'view.live', context: { selection: bets, at: null, sendResult: null } },
    'view + choose 7': ({ sendResult }) => ({
      to: 'view.history',
      context: { at: 7, selection: { actor: 3 }, sendResult },
    }),
    'view.history + resume': (before) => ({ to: 'view.live', context: { ...before, at: null } }),
    // Nothing of the page before is shown.
    'view + another page': { to: 'view.live', context: { selection: null, at: null, sendResult: null } },

    'sending.idle + send': (before) => ({
      to: 'sending.waiting',
      context: { ...before, sendResult: null },
      calls: { sendEvent: { ...hello, place: null } },
    }),
    'sending.waiting + it took it': ends('accepted'),
    'sending.waiting + it refused it': ends('rejected'),
    'sending.waiting + it said nothing': ends('noAnswer'),
  },
  claims: {
    'view.live': (snapshot) => {
      expect(snapshot.hasTag('history')).toBe(false);
      expect(snapshot.context.at).toBeNull();
    },
    'view.history': (snapshot) => {
      expect(snapshot.hasTag('history')).toBe(true);
      expect(snapshot.context.at).not.toBeNull();
    },
    'sending.idle': (snapshot) => expect(snapshot.hasTag('busy')).toBe(false),
    'sending.waiting': (snapshot) => {
      expect(snapshot.hasTag('busy')).toBe(true);
      expect(snapshot.can({ type: 'event.send', ...hello })).toBe(false);
    },
  },
});
