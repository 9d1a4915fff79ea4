import { fromPromise } from 'xstate';
import type { HttpClient } from '#actors/http-client.ts';
import { authCalls } from '#contract/auth.ts';
import { socialLogin } from '#machines/social-login.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { withTimeout } from './with-timeout.ts';

/** Signing in by a provider, with its ports made real. */
export function provideSocialLogin(sender: HttpClient, social: IdentityProvider): typeof socialLogin {
  return socialLogin.provide({
    actors: {
      prepareProvider: withTimeout(() => social.prepare()),
      // No timeout: the popup waits for a person.
      signInWithProvider: fromPromise(async ({ input: { provider, device }, signal }) => {
        const answer = await social.signIn(provider);
        // Whoever let the popup go is not signed in by finishing it all the same.
        if (signal.aborted) return null;
        if (answer === null || 'refused' in answer) return answer;
        const body = { token: answer.idToken, device };
        try {
          const { data } = await sender.call(authCalls.socialLogIn, { body, signal });
          return { token: data.token, user: data };
        } catch (failure) {
          await social.leave();
          throw failure;
        }
      }),
    },
  });
}
