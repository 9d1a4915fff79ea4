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
const popupBlocked = { reason: 'blocked', detail: null };
const startsSignIn = (provider: string) => ({
  to: 'signingIn',
  context: { provider, failure: null, refusal: null },
  calls: { signInWithProvider: { provider } },
});

/** Expectations of social-login, for its test and for its screen's walk. */
export const socialLoginExpectations: MachineExpectations<typeof socialLogin> = {
  inputs: { here: undefined },
  fold: ({ provider }) => provider ?? '',
  events: {
    google: { type: 'provider.choose', provider: 'google' },
    apple: { type: 'provider.choose', provider: 'apple' },
    cancels: { type: 'provider.cancel' },
    'signs in': done('signInWithProvider', login),
    'popup closed': done('signInWithProvider', null),
    'popup blocked': done('signInWithProvider', popupBlocked),
    'sign-in fails': error('signInWithProvider', { kind: 'unavailable' }),
    'provider cannot be prepared': error('prepareProvider', new Error('offline')),
  },
  becomes: {
    'start: here': {
      to: 'idle',
      context: { provider: null, failure: null, refusal: null, login: null },
      calls: { prepareProvider: undefined },
    },
    'idle + google': startsSignIn('google'),
    'idle + apple': startsSignIn('apple'),
    'signingIn + signs in': { to: 'done', context: { login }, output: login },
    // A closed popup is not a failure.
    'signingIn + popup closed': { to: 'idle', context: { failure: null } },
    'signingIn + cancels': { to: 'idle', context: { failure: null } },
    'signingIn + popup blocked': { to: 'failed', context: { failure: null, refusal: popupBlocked } },
    'signingIn + sign-in fails': {
      to: 'failed',
      context: { failure: { kind: 'unavailable' }, refusal: null },
    },
    'failed + google': startsSignIn('google'),
    'failed + apple': startsSignIn('apple'),
  },
  claims: {
    signingIn: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    failed: (snapshot) => expect(snapshot.hasTag('failed')).toBe(true),
  },
  unpaired: 11,
};
