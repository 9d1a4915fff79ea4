import * as v from 'valibot';
import type { HttpClient } from '#actors/http-client.ts';
import type { KeyValueStore } from '#actors/storage.ts';
import { authCalls, sessionOf } from '#contract/auth.ts';
import { resendPin, type sendPin } from '#machines/resend-pin.ts';
import { signIn } from '#machines/sign-in.ts';
import type { AuthMachines } from '#screens/app-context.tsx';
import { loadOnce } from './load-once.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { storedValue } from './stored-value.ts';
import { withTimeout } from './with-timeout.ts';

const SignInDraft = v.object({
  phone: v.string(),
  name: v.string(),
  nameKnown: v.boolean(),
  sent: v.boolean(),
});

/** The sign-in machines with their ports provided. `device`: this device's id. `onPinSent` is called after each PIN. */
export function provideAuth(
  httpClient: HttpClient,
  identityProvider: IdentityProvider,
  device: string,
  tabStorage: KeyValueStore,
  onPinSent: () => void,
): AuthMachines {
  const requestPin: typeof sendPin = withTimeout(async ({ input: { phone: cellphone, name }, signal }) => {
    const answer = await httpClient.call(authCalls.sendPin, { query: { cellphone, name, device }, signal });
    onPinSent();
    return answer;
  });

  return {
    signIn: signIn.provide({
      actors: {
        sendPin: requestPin,
        resendPin: resendPin.provide({ actors: { sendPin: requestPin } }),
        logIn: withTimeout(async ({ input: { phone, pin, name }, signal }) => {
          const body = { username: phone, password: pin, name, device };
          const answer = await httpClient.call(authCalls.logIn, { body, signal });
          return answer.success ? sessionOf(answer.user) : answer;
        }),
      },
    }),
    signInDraft: storedValue(tabStorage, { key: (_: undefined) => 'sign-in', schema: SignInDraft }),
    // Loaded by the card of an invitation.
    join: loadOnce(async () => (await import('./join-ports.ts')).provideJoin(httpClient)),
    // Loaded by its buttons, if the server supports it.
    socialLogin: loadOnce(async () =>
      (await import('./social-login-ports.ts')).provideSocialLogin(httpClient, identityProvider, device),
    ),
  };
}
