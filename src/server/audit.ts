import type { Context } from './http/context.ts';

type SignIn = {
  readonly by: 'pin' | 'social' | 'link';
  /** `in`, or why not. */
  readonly outcome: string;
  readonly member?: number;
};

/** Who came in and who did not, for whoever watches the log. Members go by their number here, never by name or phone. */
export function logSignIn({ platform, requestId }: Context, signIn: SignIn): void {
  platform.log.info({ id: requestId, ...signIn }, 'sign-in');
}
