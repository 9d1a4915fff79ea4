import * as v from 'valibot';
import { nativePlugin } from './native-bridge.ts';

/** The result of a native sign-in; which fields are set depends on the provider. */
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

/** The native shell's sign-in (Capacitor's FirebaseAuthentication plugin); null on the web. */
export function nativeSignIn() {
  const plugin = nativePlugin('FirebaseAuthentication');
  if (!plugin) return null;
  return {
    /** Rejects with the plugin's own error. */
    async signIn(provider: keyof typeof signInMethods): Promise<NativeCredential> {
      const answer = await plugin.call(signInMethods[provider], { skipNativeAuth: true });
      return v.parse(v.object({ credential: CredentialSchema }), answer).credential;
    },
    async signOut(): Promise<void> {
      await plugin.call('signOut');
    },
  };
}
