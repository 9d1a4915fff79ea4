import type { PushSubscription } from '#contract/push-calls.ts';
import type { PushPermission } from '#machines/push-subscription.ts';

type PushHandlers = {
  /** A push came while this page is in front. */
  readonly show: (push: { readonly title: string; readonly body: string }) => void;
  /** What the device is pushed to by has been replaced. */
  readonly renew: () => void;
};

/** What pushes come to: a browser or the native shell. */
export type PushDevice = {
  /** By a server's public key, '' where it has none. */
  canBePushedTo(serverKey: string): boolean;
  permission(): Promise<PushPermission>;
  /** Opens the device's own dialog, right after a tap. */
  askPermission(): Promise<PushPermission>;
  /** What the server pushes to this device by. */
  subscribe(serverKey: string): Promise<string | PushSubscription>;
  unsubscribe(): Promise<void>;
  listen(handlers: PushHandlers): void;
};
