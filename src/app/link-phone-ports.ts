import type { Api } from '#actors/api.ts';
import { calls } from '#contract/calls.ts';
import type { LoginRefusal } from '#contract/auth.ts';
import { asFailure } from '#contract/failures.ts';
import { resendPin, type sendPin } from '#machines/resend-pin.ts';
import { signIn, type LoginSuccess } from '#machines/sign-in.ts';
import { withTimeout } from './with-timeout.ts';

/** The door's two steps for somebody who is in already: their number, and its PIN. Their name is known. */
export function provideLinkPhone(http: Api, nameNow: () => string): typeof signIn {
  const askPin: typeof sendPin = withTimeout(async ({ input, signal }) => {
    await http.call(calls.sendPin, { query: input, signal });
    return { name: nameNow() };
  });
  return signIn.provide({
    actors: {
      sendPin: askPin,
      resendPin: resendPin.provide({ actors: { sendPin: askPin } }),
      logIn: withTimeout(
        async ({ input: { username, password }, signal }): Promise<LoginSuccess | LoginRefusal> => {
          try {
            const { data } = await http.call(calls.linkPhone, {
              body: { cellphone: username, pincode: password },
              signal,
            });
            return { success: true, token: data.token, user: data };
          } catch (thrown) {
            const failure = asFailure(thrown);
            const wrong = failure.kind === 'validation' ? failure.fields?.['pincode'] : undefined;
            if (!wrong) throw thrown;
            return { success: false, reason: 'wrong_pin', attemptsLeft: wrong.limit ?? 0 };
          }
        },
      ),
    },
  });
}
