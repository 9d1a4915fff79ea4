import type { FirebaseOptions } from 'firebase/app';

export type SocialProvider = 'facebook' | 'google' | 'apple';

/**
 * The identity provider, loaded when first needed: it is bigger than the whole of the first screen.
 * `emulator` is the address of a Firebase Auth emulator, in development and tests.
 */
export function createFirebase(config: FirebaseOptions & { emulator?: string }) {
  async function load() {
    const [{ initializeApp, getApps, getApp }, auth] = await Promise.all([
      import('firebase/app'),
      import('firebase/auth'),
    ]);
    const started = getApps().length > 0;
    const instance = auth.getAuth(started ? getApp() : initializeApp(config));
    if (!started && config.emulator)
      auth.connectAuthEmulator(instance, config.emulator, { disableWarnings: true });
    return { auth, instance };
  }
  return {
    /** Opens the provider's popup and answers a Firebase ID token, or null when the person closed the popup. */
    async signIn(provider: SocialProvider): Promise<string | null> {
      const { auth, instance } = await load();
      const providers = {
        google: () => new auth.GoogleAuthProvider(),
        facebook: () => new auth.FacebookAuthProvider(),
        apple: () => new auth.OAuthProvider('apple.com'),
      };
      try {
        const { user } = await auth.signInWithPopup(instance, providers[provider]());
        return await user.getIdToken();
      } catch (thrown) {
        const code = (thrown as { code?: string }).code;
        if (code === 'auth/popup-closed-by-user' || code === 'auth/cancelled-popup-request') return null;
        throw thrown;
      }
    },
    async signOut(): Promise<void> {
      const { auth, instance } = await load();
      await auth.signOut(instance);
    },
  };
}
