import { afterEach, describe, expect, test, vi } from 'vitest';
import { nativeSignIn } from '#actors/native-sign-in.ts';

const yes = () => true;
const no = () => false;
const credential = { idToken: 'id', accessToken: null, nonce: 'once' };
const signInWithApple = vi.fn<(options: object) => Promise<object>>(() =>
  Promise.resolve({ credential, user: null }),
);
const signOut = vi.fn<() => Promise<void>>(() => Promise.resolve());
const shellOf = (Capacitor: unknown) => {
  vi.stubGlobal('window', { Capacitor });
  return nativeSignIn();
};
const onPhone = (FirebaseAuthentication?: object) => ({
  isNativePlatform: yes,
  Plugins: { FirebaseAuthentication },
});

afterEach(() => vi.unstubAllGlobals());

describe('signing in by the native shell', () => {
  test.each([
    ['on the web', undefined],
    ['in a browser with the plugin', { ...onPhone({ signInWithApple }), isNativePlatform: no }],
    ['without the plugin', onPhone()],
    ['without plugins', { isNativePlatform: yes }],
  ])('is unavailable %s', (_, capacitor) => expect(shellOf(capacitor)).toBeNull());

  test('uses the phone’s own sign-in and sign-out', async () => {
    const shell = shellOf(onPhone({ signInWithApple, signOut }));
    expect(await shell?.signIn('apple')).toEqual(credential);
    // The app has a session of its own, so the plugin's is skipped.
    expect(signInWithApple).toHaveBeenCalledExactlyOnceWith({ skipNativeAuth: true });
    await shell?.signOut();
    expect(signOut).toHaveBeenCalledOnce();
  });

  test.each([
    ['google', 'Google'],
    ['facebook', 'Facebook'],
    ['apple', 'Apple'],
  ] as const)('by %s is the plugin’s own call', async (provider, name) => {
    const methods = Object.fromEntries(
      ['Google', 'Facebook', 'Apple'].map((one) => [
        `signInWith${one}`,
        () => Promise.resolve({ credential: { idToken: one } }),
      ]),
    );
    expect(await shellOf(onPhone(methods))?.signIn(provider)).toEqual({ idToken: name });
  });

  test('throws the phone’s error, or one for an answer without a credential', async () => {
    const cancelled = new Error('The user canceled the sign-in flow.');
    const refusing = shellOf(onPhone({ signInWithGoogle: () => Promise.reject(cancelled) }));
    await expect(refusing?.signIn('google')).rejects.toBe(cancelled);
    const empty = shellOf(onPhone({ signInWithGoogle: () => Promise.resolve({ credential: null }) }));
    await expect(empty?.signIn('google')).rejects.toThrow('Expected Object');
    // A plugin that is too old for this provider.
    await expect(empty?.signIn('facebook')).rejects.toThrow('Expected Object');
  });
});
