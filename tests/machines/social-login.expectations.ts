import { expect } from 'vitest';
import type { AppUser } from '#contract/core-models.ts';
import type { socialLogin } from '#machines/social-login.ts';
import { done, error, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

const user: AppUser = {
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
};
const login = { token: 't0', user };
const blocked = { reason: 'blocked', detail: null };
const chooses = (provider: string) => ({
  to: 'signingIn',
  context: { provider, failure: null, refusal: null },
  calls: { signInWithProvider: { provider } },
});

/** What is written of social-login: its test walks it headless, its screen's in a browser. */
export const socialLoginExpectations: MachineExpectations<typeof socialLogin> = {
  inputs: { here: undefined },
  fold: ({ provider }) => provider ?? '',
  events: {
    google: { type: 'provider.choose', provider: 'google' },
    apple: { type: 'provider.choose', provider: 'apple' },
    'lets go': { type: 'provider.cancel' },
    'is in': done('signInWithProvider', login),
    'closed the popup': done('signInWithProvider', null),
    'let no popup open': done('signInWithProvider', blocked),
    'breaks off': error('signInWithProvider', { kind: 'unavailable' }),
    'cannot be fetched': error('prepareProvider', new Error('offline')),
  },
  becomes: {
    'start: here': {
      to: 'idle',
      context: { provider: null, failure: null, refusal: null, login: null },
      calls: { prepareProvider: undefined },
    },
    'idle + google': chooses('google'),
    'idle + apple': chooses('apple'),
    'signingIn + is in': { to: 'done', context: { login }, output: login },
    // A change of mind is no failure.
    'signingIn + closed the popup': { to: 'idle', context: { failure: null } },
    'signingIn + lets go': { to: 'idle', context: { failure: null } },
    'signingIn + let no popup open': { to: 'failed', context: { failure: null, refusal: blocked } },
    'signingIn + breaks off': { to: 'failed', context: { failure: { kind: 'unavailable' }, refusal: null } },
    'failed + google': chooses('google'),
    'failed + apple': chooses('apple'),
  },
  claims: {
    signingIn: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    failed: (snapshot) => expect(snapshot.hasTag('failed')).toBe(true),
  },
  unpaired: 11,
};
