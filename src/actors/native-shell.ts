import * as v from 'valibot';

/** What a provider's own sign-in on the phone answers; which of them is there depends on the provider. */
const CredentialSchema = v.object({
  idToken: v.nullish(v.string()),
  accessToken: v.nullish(v.string()),
  nonce: v.nullish(v.string()),
});
export type NativeCredential = v.InferOutput<typeof CredentialSchema>;

const signInMethods = {
  google: 'signInWithGoogle',
  facebook: 'signInWithFacebook',
  apple: 'signInWithApple',
} as const;

type CapacitorPlugin = Record<string, ((options?: object) => Promise<unknown>) | undefined>;
declare global {
  interface Window {
    /** Put there by the native shell. */
    readonly Capacitor?: Capacitor;
  }
}
type Capacitor = { isNativePlatform(): boolean; Plugins?: Record<string, CapacitorPlugin | undefined> };

/**
 * The native shell's sign-in (Capacitor's FirebaseAuthentication plugin), or null on the web.
 * The shell puts it on the page by itself, so nothing of it is in the web's bundle.
 */
export function nativeShell() {
  const { Capacitor } = window;
  const plugin = Capacitor?.isNativePlatform() ? Capacitor.Plugins?.['FirebaseAuthentication'] : undefined;
  if (!plugin) return null;
  return {
    /** Throws whatever the phone says went wrong. */
    async signIn(provider: keyof typeof signInMethods): Promise<NativeCredential> {
      const answer = await plugin[signInMethods[provider]]?.({ skipNativeAuth: true });
      return v.parse(v.object({ credential: CredentialSchema }), answer).credential;
    },
    async signOut(): Promise<void> {
      await plugin['signOut']?.();
    },
  };
}
