import type { HttpClient } from '#actors/http-client.ts';
import { authCalls, sessionOf } from '#contract/auth.ts';
import { resendPin, type sendPin } from '#machines/resend-pin.ts';
import { signIn } from '#machines/sign-in.ts';
import type { AuthMachines } from '#screens/app-context.tsx';
import { loadOnce } from './load-once.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { withTimeout } from './with-timeout.ts';

/** The sign-in machines with their ports provided. */
export function provideAuth(httpClient: HttpClient, identityProvider: IdentityProvider): AuthMachines {
  const requestPin: typeof sendPin = withTimeout(
    ({ input: { phone: cellphone, name, deviceId: device }, signal }) =>
      httpClient.call(authCalls.sendPin, { query: { cellphone, name, device }, signal }),
  );

  return {
    signIn: signIn.provide({
      actors: {
        sendPin: requestPin,
        resendPin: resendPin.provide({ actors: { sendPin: requestPin } }),
        logIn: withTimeout(async ({ input: { phone, pin, name, deviceId: device }, signal }) => {
          const body = { username: phone, password: pin, name, device };
          const answer = await httpClient.call(authCalls.logIn, { body, signal });
          return answer.success ? sessionOf(answer.user) : answer;
        }),
      },
    }),
    // Its buttons load it, where the server has it.
    socialLogin: loadOnce(async () =>
      (await import('./social-login-ports.ts')).provideSocialLogin(httpClient, identityProvider),
    ),
  };
}
