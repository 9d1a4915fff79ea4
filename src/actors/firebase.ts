import type { FirebaseOptions } from 'firebase/app';
import type { AuthCredential, AuthProvider } from 'firebase/auth';
import * as v from 'valibot';
import { FailureError } from '#contract/failures.ts';
import type { Provider, ProviderRefusal } from '#machines/social-login.ts';
import type { NativeCredential } from './native-sign-in.ts';
import { allowListedScripts } from './trusted-types.ts';

/** `emulator`: address of a Firebase Auth emulator, for development and tests. */
export type FirebaseConfig = FirebaseOptions & { emulator?: string };

/** A Firebase ID token, or a refusal; null if the person cancelled. */
export type ProviderResult = { readonly idToken: string } | ProviderRefusal | null;

const ProviderError = v.fallback(
  v.object({ code: v.fallback(v.string(), ''), message: v.fallback(v.string(), '') }),
  { code: '', message: '' },
);
const cancelledCodes = ['auth/popup-closed-by-user', 'auth/cancelled-popup-request', 'auth/user-cancelled'];

/** The result for an error that a provider threw; null for a cancellation. Throws `offline` for a network error. */
function readProviderError(thrown: unknown, native: boolean): ProviderResult {
  const { code, message } = v.parse(ProviderError, thrown);
  // Native sign-ins have no error code for a cancellation.
  if (cancelledCodes.includes(code) || (native && /cancell?ed/i.test(message))) return null;
  if (code === 'auth/network-request-failed') throw new FailureError({ kind: 'offline' });
  if (code === 'auth/popup-blocked') return { reason: 'blocked', detail: null };
  // On the web the error is only logged; a phone has no console, so its result contains the error (spec §8).
  // oxlint-disable-next-line no-console -- what went wrong is the provider's to say, and a developer's to read
  if (!native) console.warn('social login', code, message);
  return { reason: 'failed', detail: native ? JSON.stringify({ code, message }) : null };
}

/** Creates the identity provider: a popup on the web, the phone's sign-in in the native shell. */
export async function createFirebase({ emulator, ...config }: FirebaseConfig) {
  const native = window.Capacitor?.isNativePlatform()
    ? (await import('./native-sign-in.ts')).nativeSignIn()
    : null;
  const [{ initializeApp }, firebase] = await Promise.all([import('firebase/app'), import('firebase/auth')]);
  allowListedScripts();
  const auth = firebase.initializeAuth(initializeApp(config), {
    // The app stores its own session; the provider's is needed only in this page.
    persistence: firebase.inMemoryPersistence,
    ...(native ? {} : { popupRedirectResolver: firebase.browserPopupRedirectResolver }),
  });
  auth.languageCode = document.documentElement.lang;
  if (emulator) firebase.connectAuthEmulator(auth, emulator, { disableWarnings: true });

  const apple = new firebase.OAuthProvider('apple.com');
  apple.addScope('name');
  apple.addScope('email');
  const popups: Record<Provider, AuthProvider> = {
    google: new firebase.GoogleAuthProvider(),
    facebook: new firebase.FacebookAuthProvider(),
    apple,
  };
  const credentials: Record<Provider, (given: NativeCredential) => AuthCredential> = {
    google: ({ idToken, accessToken }) => firebase.GoogleAuthProvider.credential(idToken, accessToken),
    facebook: ({ accessToken }) => firebase.FacebookAuthProvider.credential(accessToken ?? ''),
    apple: ({ idToken, nonce }) =>
      apple.credential({ idToken: idToken ?? '', ...(nonce ? { rawNonce: nonce } : {}) }),
  };

  return {
    async signIn(provider: Provider): Promise<ProviderResult> {
      try {
        const { user } = native
          ? await firebase.signInWithCredential(auth, credentials[provider](await native.signIn(provider)))
          : await firebase.signInWithPopup(auth, popups[provider]);
        return { idToken: await user.getIdToken() };
      } catch (thrown) {
        return readProviderError(thrown, native !== null);
      }
    },
    async signOut(): Promise<void> {
      await Promise.all([firebase.signOut(auth), native?.signOut()]);
    },
  };
}
