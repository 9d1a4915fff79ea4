import type { HttpClient } from '#actors/http-client.ts';
import { authCalls } from '#contract/auth.ts';
import { resendPin, type sendPin } from '#machines/resend-pin.ts';
import { signIn } from '#machines/sign-in.ts';
import type { AuthMachines } from '#screens/app-context.tsx';
import { loadOnce } from './load-once.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { withTimeout } from './with-timeout.ts';

/** The sign-in machines with their ports provided. */
export function provideAuth(sender: HttpClient, social: IdentityProvider): AuthMachines {
  const askPin: typeof sendPin = withTimeout(({ input, signal }) =>
    sender.call(authCalls.sendPin, { query: input, signal }),
  );

  return {
    signIn: signIn.provide({
      actors: {
        sendPin: askPin,
        resendPin: resendPin.provide({ actors: { sendPin: askPin } }),
        logIn: withTimeout(({ input, signal }) => sender.call(authCalls.logIn, { body: input, signal })),
      },
    }),
    // Its buttons load it, where the server has it.
    socialLogin: loadOnce(async () =>
      (await import('./social-login-ports.ts')).provideSocialLogin(sender, social),
    ),
  };
}
