import { expect } from 'vitest';
import type { ContextFrom } from 'xstate';
import { inspector } from '#inspector/machines/inspector.ts';
import { after, done, error, testMachine } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof inspector>;

const bets = { chart: 'bet' };
const hello = { path: 'app', event: { type: 'data.refresh' } };
const says = (said: Before['said']) => (before: Before) => ({
  to: 'saying.idle',
  context: { ...before, said },
});

testMachine(inspector, {
  inputs: { opened: undefined },
  events: {
    'choose bets': { type: 'subject.choose', subject: bets },
    'choose 7': { type: 'entry.choose', seq: 7, actor: 3 },
    follow: { type: 'view.follow' },
    'another page': { type: 'app.changed' },
    say: { type: 'event.say', ...hello },
    'it took it': done('sendEvent', true),
    'it refused it': done('sendEvent', false),
    'it said nothing': error('sendEvent', new Error('the app did not answer')),
    patience: after('patience', 5000),
  },
  becomes: {
    'start: opened': {
      to: 'view.following & saying.idle',
      context: { subject: null, at: null, said: null },
    },
    // Whoever chooses an actor wants to see it as it is now.
    'view + choose bets': { to: 'view.following', context: { subject: bets, at: null, said: null } },
    'view + choose 7': ({ said }) => ({
      to: 'view.steppingBack',
      context: { at: 7, subject: { actor: 3 }, said },
    }),
    'view.steppingBack + follow': (before) => ({ to: 'view.following', context: { ...before, at: null } }),
    // Nothing of the page that went is looked at any more.
    'view + another page': { to: 'view.following', context: { subject: null, at: null, said: null } },

    'saying.idle + say': (before) => ({
      to: 'saying.sending',
      context: { ...before, said: null },
      calls: { sendEvent: { ...hello, place: null } },
      waits: [{ event: { type: 'xstate.after.patience.inspector.saying.sending' }, ms: 5000 }],
    }),
    'saying.sending + it took it': says('taken'),
    'saying.sending + it refused it': says('refused'),
    'saying.sending + it said nothing': says('silent'),
    'saying.sending + patience': says('silent'),
  },
  claims: {
    'view.following': (snapshot) => {
      expect(snapshot.hasTag('past')).toBe(false);
      expect(snapshot.context.at).toBeNull();
    },
    'view.steppingBack': (snapshot) => {
      expect(snapshot.hasTag('past')).toBe(true);
      expect(snapshot.context.at).not.toBeNull();
    },
    'saying.idle': (snapshot) => expect(snapshot.hasTag('busy')).toBe(false),
    'saying.sending': (snapshot) => {
      expect(snapshot.hasTag('busy')).toBe(true);
      expect(snapshot.can({ type: 'event.say', ...hello })).toBe(false);
    },
  },
});
