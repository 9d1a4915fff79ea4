import { fromPromise } from 'xstate';
import type { HttpClient } from '#actors/http-client.ts';
import { authCalls, sessionOf } from '#contract/auth.ts';
import { socialLogin } from '#machines/social-login.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { withTimeout } from './with-timeout.ts';

/** The social login with its ports provided. `device`: this device's id. */
export function provideSocialLogin(
  httpClient: HttpClient,
  identityProvider: IdentityProvider,
  device: string,
): typeof socialLogin {
  return socialLogin.provide({
    actors: {
      prepareProvider: withTimeout(() => identityProvider.prepare()),
      // No timeout: the popup waits for a person.
      signInWithProvider: fromPromise(async ({ input: { provider }, signal }) => {
        const result = await identityProvider.signIn(provider);
        // Finishing in the popup after a cancellation does not sign in.
        if (signal.aborted) return null;
        if (result === null || 'reason' in result) return result;
        const body = { token: result.idToken, device };
        try {
          const { data } = await httpClient.call(authCalls.socialLogIn, { body, signal });
          return sessionOf(data);
        } catch (failure) {
          await identityProvider.signOut();
          throw failure;
        }
      }),
    },
  });
}
