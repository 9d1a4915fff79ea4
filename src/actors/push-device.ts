import type { PushSubscription } from '#contract/push-calls.ts';
import type { PushPermission } from '#machines/push-subscription.ts';

type PushHandlers = {
  /** Called when a push arrives while this page is in the foreground. */
  readonly show: (push: { readonly title: string; readonly body: string }) => void;
  /** Called when the device's token or subscription was replaced. */
  readonly renew: () => void;
};

/** A receiver of pushes: a browser or the native shell. */
export type PushDevice = {
  /** Whether the device can receive pushes. `serverKey`: the server's public key (VAPID), '' if it has none. */
  canBePushedTo(serverKey: string): boolean;
  permission(): Promise<PushPermission>;
  /** Opens the device's permission dialog; must be called in response to a tap. */
  askPermission(): Promise<PushPermission>;
  /** Resolves with the token (native) or subscription (browser) that the server pushes to. */
  subscribe(serverKey: string): Promise<string | PushSubscription>;
  unsubscribe(): Promise<void>;
  listen(handlers: PushHandlers): void;
};
