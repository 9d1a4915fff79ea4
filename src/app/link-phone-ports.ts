import type { Api } from '#actors/api.ts';
import { sessionOf } from '#contract/auth.ts';
import { calls } from '#contract/calls.ts';
import { asFailure, fieldProblemsOf } from '#contract/failures.ts';
import { resendPin, type sendPin } from '#machines/resend-pin.ts';
import { signIn, type LoginOutcome } from '#machines/sign-in.ts';
import { withTimeout } from './with-timeout.ts';

/** The sign-in machine with ports that link a phone to the signed-in member: their number, then its PIN. */
export function provideLinkPhone(api: Api, device: string): typeof signIn {
  const requestPin: typeof sendPin = withTimeout(({ input: { phone: cellphone, name }, signal }) =>
    api.call(calls.sendPin, { query: { cellphone, name, device }, signal }),
  );
  return signIn.provide({
    actors: {
      sendPin: requestPin,
      resendPin: resendPin.provide({ actors: { sendPin: requestPin } }),
      logIn: withTimeout(async ({ input: { phone, pin }, signal }): Promise<LoginOutcome> => {
        try {
          const body = { cellphone: phone, pincode: pin };
          const { data } = await api.call(calls.linkPhone, { body, signal });
          return sessionOf(data);
        } catch (thrown) {
          const pinProblem = fieldProblemsOf(asFailure(thrown))['pincode'];
          if (!pinProblem) throw thrown;
          return { success: false, reason: 'wrong_pin', attemptsLeft: pinProblem.limit ?? 0 };
        }
      }),
    },
  });
}
