import { fromPromise } from 'xstate';
import type { Sender } from '#actors/sender.ts';
import { authCalls } from '#contract/auth.ts';
import { resendPin, type sendPin } from '#machines/resend-pin.ts';
import { signIn } from '#machines/sign-in.ts';
import type { Machines } from '#screens/kit.tsx';
import { once } from './once.ts';
import type { Social } from './social.ts';

export type Door = Pick<Machines, 'signIn' | 'socialLogin'>;

/** The machines at the door, with their ports made real. */
export function provideDoor(sender: Sender, social: Social): Door {
  const askPin: typeof sendPin = fromPromise(({ input, signal }) =>
    sender.call(authCalls.sendPin, { query: input, signal }),
  );

  return {
    signIn: signIn.provide({
      actors: {
        sendPin: askPin,
        resendPin: resendPin.provide({ actors: { sendPin: askPin } }),
        logIn: fromPromise(({ input, signal }) => sender.call(authCalls.logIn, { body: input, signal })),
      },
    }),
    // Its buttons load it, where the server has it.
    socialLogin: once(async () => (await import('./social-ports.ts')).provideSocialLogin(sender, social)),
  };
}
