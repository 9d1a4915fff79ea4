import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { createFirebase as Create } from '#actors/firebase.ts';
import { FailureError } from '#contract/failures.ts';

/** What Firebase's functions are called with, in order, and how its sign-ins end. */
let called: unknown[];
let signingIn: () => Promise<unknown>;
let createFirebase: typeof Create;
const user = { getIdToken: () => Promise.resolve('token of the provider') };

class StubProvider {
  readonly scopes: string[] = [];
  constructor(readonly id: string) {}
  addScope(scope: string) {
    this.scopes.push(scope);
  }
  credential(given: object) {
    return { of: this.id, ...given };
  }
}
class StubGoogle extends StubProvider {
  constructor() {
    super('google');
  }
  static credential(...given: unknown[]) {
    return { of: 'google', given };
  }
}
class StubFacebook extends StubProvider {
  constructor() {
    super('facebook');
  }
  static credential(...given: unknown[]) {
    return { of: 'facebook', given };
  }
}

beforeAll(async () => {
  // The page has one policy, which the worker's tests create.
  vi.doMock('#actors/trusted-types.ts', () => ({
    allowListedScripts: () => called.push('allowListedScripts'),
  }));
  vi.doMock('firebase/app', () => ({ initializeApp: (config: object) => ({ config }) }));
  vi.doMock('firebase/auth', () => ({
    inMemoryPersistence: 'memory',
    browserPopupRedirectResolver: 'popups',
    initializeAuth: (app: object, options: object) => {
      called.push(['initializeAuth', app, options]);
      return { name: 'auth' };
    },
    connectAuthEmulator: (...given: unknown[]) => called.push(['connectAuthEmulator', ...given]),
    OAuthProvider: StubProvider,
    GoogleAuthProvider: StubGoogle,
    FacebookAuthProvider: StubFacebook,
    signInWithPopup: (...given: unknown[]) => {
      called.push(['signInWithPopup', ...given]);
      return signingIn();
    },
    signInWithCredential: (...given: unknown[]) => {
      called.push(['signInWithCredential', ...given]);
      return signingIn();
    },
    signOut: (...given: unknown[]) => Promise.resolve(called.push(['signOut', ...given])),
  }));
  ({ createFirebase } = await import('#actors/firebase.ts'));
});
afterAll(() => {
  vi.doUnmock('#actors/trusted-types.ts');
  vi.doUnmock('firebase/app');
  vi.doUnmock('firebase/auth');
});
beforeEach(() => {
  called = [];
  signingIn = () => Promise.resolve({ user });
  vi.stubGlobal('document', { documentElement: { lang: 'he' } });
  vi.stubGlobal('window', {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const failing = (given: object) => () => Promise.reject(Object.assign(new Error('Firebase'), given));
const config = { apiKey: 'any', projectId: 'demo' };
const auth = { name: 'auth', languageCode: 'he' };
const onPhone = (given: object, isNativePlatform = true) => {
  const answer = (name: string) => (options: object) => {
    called.push([name, options]);
    return Promise.resolve({ credential: given });
  };
  const FirebaseAuthentication = {
    signInWithGoogle: answer('plugin google'),
    signInWithFacebook: answer('plugin facebook'),
    signInWithApple: answer('plugin apple'),
    signOut: answer('plugin sign-out'),
  };
  vi.stubGlobal('window', {
    Capacitor: { isNativePlatform: () => isNativePlatform, Plugins: { FirebaseAuthentication } },
  });
};

describe('on the web', () => {
  test.each([
    ['google', { id: 'google', scopes: [] }],
    ['facebook', { id: 'facebook', scopes: [] }],
    ['apple', { id: 'apple.com', scopes: ['name', 'email'] }],
  ] as const)(
    '%s signs in by a popup, in the page’s language, and nothing is stored',
    async (name, provider) => {
      onPhone({}, false);
      const firebase = await createFirebase(config);
      expect(await firebase.signIn(name)).toEqual({ idToken: 'token of the provider' });
      await firebase.signOut();
      expect(called).toEqual([
        'allowListedScripts',
        ['initializeAuth', { config }, { persistence: 'memory', popupRedirectResolver: 'popups' }],
        ['signInWithPopup', auth, expect.objectContaining(provider)],
        ['signOut', auth],
      ]);
    },
  );

  test('an emulator is connected without its banner, and is no part of the configuration', async () => {
    await createFirebase({ ...config, emulator: 'http://localhost:9099' });
    expect(called).toEqual([
      'allowListedScripts',
      ['initializeAuth', { config }, { persistence: 'memory', popupRedirectResolver: 'popups' }],
      ['connectAuthEmulator', auth, 'http://localhost:9099', { disableWarnings: true }],
    ]);
  });

  test.each([
    ['auth/popup-closed-by-user', null],
    ['auth/cancelled-popup-request', null],
    ['auth/user-cancelled', null],
    ['auth/popup-blocked', { reason: 'blocked', detail: null }],
  ])('the error %s leads to %j and is not logged', async (code, result) => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue();
    signingIn = failing({ code });
    const firebase = await createFirebase(config);
    expect(await firebase.signIn('google')).toEqual(result);
    expect(logged).not.toHaveBeenCalled();
  });

  test('a lost connection is a failure of the connection', async () => {
    signingIn = failing({ code: 'auth/network-request-failed' });
    const firebase = await createFirebase(config);
    await expect(firebase.signIn('google')).rejects.toEqual(new FailureError({ kind: 'offline' }));
  });

  test.each([
    [{ code: 'auth/internal-error', message: 'it was canceled' }, 'auth/internal-error', 'it was canceled'],
    [{ code: 7 }, '', ''],
    ['broken', '', ''],
  ])('another error is logged, and not shown: %j', async (thrown, code, message) => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue();
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what a provider throws is its own
    signingIn = () => Promise.reject(thrown);
    const firebase = await createFirebase(config);
    expect(await firebase.signIn('google')).toEqual({ reason: 'failed', detail: null });
    expect(logged.mock.calls).toEqual([['social login', code, message]]);
  });
});

describe('in the native shell', () => {
  const initialized = ['initializeAuth', { config }, { persistence: 'memory' }];
  test.each([
    ['google', { idToken: 'id', accessToken: 'access' }, { of: 'google', given: ['id', 'access'] }],
    ['facebook', { accessToken: 'access' }, { of: 'facebook', given: ['access'] }],
    ['facebook', {}, { of: 'facebook', given: [''] }],
    ['apple', { idToken: 'id', nonce: 'once' }, { of: 'apple.com', idToken: 'id', rawNonce: 'once' }],
    ['apple', { nonce: '' }, { of: 'apple.com', idToken: '' }],
  ] as const)('%s signs in by the phone’s own sign-in, which gave %j', async (name, given, credential) => {
    onPhone(given);
    const firebase = await createFirebase(config);
    expect(await firebase.signIn(name)).toEqual({ idToken: 'token of the provider' });
    await firebase.signOut();
    expect(called).toStrictEqual([
      'allowListedScripts',
      initialized,
      [`plugin ${name}`, { skipNativeAuth: true }],
      ['signInWithCredential', auth, credential],
      ['signOut', auth],
      ['plugin sign-out', undefined],
    ]);
  });

  test.each([
    [{ message: 'The user canceled the sign-in flow.' }, null],
    [{ message: 'Cancelled.' }, null],
    [
      { code: 'auth/user-disabled', message: 'No.' },
      { reason: 'failed', detail: '{"code":"auth/user-disabled","message":"No."}' },
    ],
  ])('the error %j leads to %j and is not logged', async (error, result) => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue();
    onPhone({});
    signingIn = failing(error);
    const firebase = await createFirebase(config);
    expect(await firebase.signIn('google')).toEqual(result);
    expect(logged).not.toHaveBeenCalled();
  });
});
