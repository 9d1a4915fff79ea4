import type { SnapshotFrom } from 'xstate';
import type { AppActor } from '#machines/app.ts';

/** The part of the app's snapshot that the badge reads. */
type CounterState = { readonly context: Pick<SnapshotFrom<AppActor>['context'], 'data' | 'session'> };
type CounterSource = {
  getSnapshot(): CounterState;
  subscribe(listener: (snapshot: CounterState) => void): unknown;
};

/** Keeps the app's badge at the member's count of new notifications, and clears it when the session ends. */
export function badgeNotifications(app: CounterSource, setBadge: (count: number) => void): void {
  let shown: number | null = null;
  let wasSignedIn = false;
  const show = ({ context: { data, session } }: CounterState) => {
    // Undefined while app data is loading: the badge stays.
    const count = session ? data?.activeParams.notifications : wasSignedIn ? 0 : undefined;
    wasSignedIn = session !== null;
    if (count !== undefined && count !== shown) setBadge((shown = count));
  };
  show(app.getSnapshot());
  app.subscribe(show);
}
