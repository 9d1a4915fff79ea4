import type { SnapshotFrom } from 'xstate';
import type { AppActor } from '#machines/app.ts';

/** The app as far as its counter is concerned. */
type CounterState = { readonly context: Pick<SnapshotFrom<AppActor>['context'], 'data' | 'session'> };
type CounterSource = {
  getSnapshot(): CounterState;
  subscribe(listener: (snapshot: CounterState) => void): unknown;
};

/** Shows a member's count of new notifications as the app's badge, from now on; it goes with their session. */
export function badgeNotifications(app: CounterSource, setBadge: (count: number) => void): void {
  let shown: number | null = null;
  let wasSignedIn = false;
  const show = ({ context: { data, session } }: CounterState) => {
    // While a member's data are on their way the badge stays.
    const count = session ? data?.activeParams.notifications : wasSignedIn ? 0 : undefined;
    wasSignedIn = session !== null;
    if (count !== undefined && count !== shown) setBadge((shown = count));
  };
  show(app.getSnapshot());
  app.subscribe(show);
}
