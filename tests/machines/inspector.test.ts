import { expect } from 'vitest';
import type { ContextFrom } from 'xstate';
import { inspector } from '#inspector/machines/inspector.ts';
import { done, error, testMachine } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof inspector>;

const betSelection = { chart: 'bet' };
const refreshEvent = { path: 'app', event: { type: 'data.refresh' } };
const setsResult = (sendResult: Before['sendResult']) => (before: Before) => ({
  to: 'sending.idle',
  context: { ...before, sendResult },
});

testMachine(inspector, {
  inputs: { opened: undefined },
  events: {
    'choose bets': { type: 'selection.change', selection: betSelection },
    'choose 7': { type: 'entry.select', seq: 7, actor: 3 },
    resume: { type: 'live.resume' },
    'another page': { type: 'page.changed' },
    send: { type: 'event.send', ...refreshEvent },
    'event accepted': done('sendEvent', true),
    'event rejected': done('sendEvent', false),
    'no answer': error('sendEvent', new Error('the app did not answer')),
  },
  becomes: {
    'start: opened': {
      to: 'view.live & sending.idle',
      context: { selection: null, at: null, sendResult: null },
    },
    // Choosing an actor shows its present state.
    'view + choose bets': {
      to: 'view.live',
      context: { selection: betSelection, at: null, sendResult: null },
    },
    'view + choose 7': ({ sendResult }) => ({
      to: 'view.history',
      context: { at: 7, selection: { actor: 3 }, sendResult },
    }),
    'view.history + resume': (before) => ({ to: 'view.live', context: { ...before, at: null } }),
    // The selection of the previous page is dropped.
    'view + another page': { to: 'view.live', context: { selection: null, at: null, sendResult: null } },

    'sending.idle + send': (before) => ({
      to: 'sending.waiting',
      context: { ...before, sendResult: null },
      calls: { sendEvent: { ...refreshEvent, place: null } },
    }),
    'sending.waiting + event accepted': setsResult('accepted'),
    'sending.waiting + event rejected': setsResult('rejected'),
    'sending.waiting + no answer': setsResult('noAnswer'),
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
      expect(snapshot.can({ type: 'event.send', ...refreshEvent })).toBe(false);
    },
  },
});
