import * as v from 'valibot';
import { nativePlugin } from './native-bridge.ts';

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

/** The native shell's sign-in (Capacitor's FirebaseAuthentication plugin), or null on the web. */
export function nativeSignIn() {
  const plugin = nativePlugin('FirebaseAuthentication');
  if (!plugin) return null;
  return {
    /** Throws whatever the phone says went wrong. */
    async signIn(provider: keyof typeof signInMethods): Promise<NativeCredential> {
      const answer = await plugin.call(signInMethods[provider], { skipNativeAuth: true });
      return v.parse(v.object({ credential: CredentialSchema }), answer).credential;
    },
    async signOut(): Promise<void> {
      await plugin.call('signOut');
    },
  };
}
