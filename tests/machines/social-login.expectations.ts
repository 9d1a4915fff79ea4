import { expect } from 'vitest';
import type { LoginUser } from '#contract/calls.ts';
import type { socialLogin } from '#machines/social-login.ts';
import { done, error, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

const device = 'a-device-of-16-letters';
const user: LoginUser = {
  id: 7,
  fname: 'דנה',
  lname: '',
  phone: null,
  email: 'dana@example.com',
  username: 'dana@example.com',
  is_superuser: false,
  is_staff: false,
  firebaseAuth: true,
  puserId: 7,
  image: null,
  new_member: true,
  token: 't0',
};
const blocked = { refused: 'blocked', said: null };
const chooses = (provider: string) => ({
  to: 'waiting',
  context: { provider, failure: null, refusal: null },
  calls: { signInWithProvider: { provider, device } },
});

/** What is written of social-login: its test walks it headless, its screen's in a browser. */
export const socialLoginExpectations: MachineExpectations<typeof socialLogin> = {
  inputs: { here: { device } },
  fold: ({ provider }) => provider ?? '',
  events: {
    google: { type: 'provider.choose', provider: 'google' },
    apple: { type: 'provider.choose', provider: 'apple' },
    'lets go': { type: 'provider.cancel' },
    'is in': done('signInWithProvider', { token: 't0', user }),
    'closed the popup': done('signInWithProvider', null),
    'let no popup open': done('signInWithProvider', blocked),
    'breaks off': error('signInWithProvider', { kind: 'unavailable' }),
    'cannot be fetched': error('prepareProvider', new Error('offline')),
  },
  becomes: {
    'start: here': {
      to: 'idle',
      context: { device, provider: null, failure: null, refusal: null, answer: null },
      calls: { prepareProvider: undefined },
    },
    'idle + google': chooses('google'),
    'idle + apple': chooses('apple'),
    'waiting + is in': { to: 'done', output: { token: 't0', user } },
    // A change of mind is no failure.
    'waiting + closed the popup': { to: 'idle', context: { failure: null } },
    'waiting + lets go': { to: 'idle', context: { failure: null } },
    'waiting + let no popup open': { to: 'failed', context: { failure: null, refusal: blocked } },
    'waiting + breaks off': { to: 'failed', context: { failure: { kind: 'unavailable' }, refusal: null } },
    'failed + google': chooses('google'),
    'failed + apple': chooses('apple'),
  },
  claims: {
    waiting: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    failed: (snapshot) => expect(snapshot.hasTag('failed')).toBe(true),
  },
  unpaired: 11,
};
