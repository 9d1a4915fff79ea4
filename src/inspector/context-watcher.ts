import type { PageClient } from './page-client.ts';
import type { AcceptedEvent, Query } from './protocol.ts';

/** The context of one actor, now or as it was after one event. */
export type WatchedContext = {
  readonly of: string;
  readonly context: unknown;
  readonly event: unknown;
  readonly accepts: readonly AcceptedEvent[];
};
type ContextQuery = Extract<Query, { what: 'entry' | 'actor' }>;

/** Minimum time between two queries, in ms: contexts can be large. */
const minInterval = 250;

/** Queries the app for the selected actor's or entry's context, again whenever the actor has changed. */
export function createContextWatcher(client: PageClient) {
  const listeners = new Set<() => void>();
  let watched: ContextQuery | null = null;
  let value: WatchedContext | null = null;
  let isQuerying = false;
  let lastKey = '';
  let nextAt = 0;

  /** Key of an answer: the actor with its latest event, or the entry. */
  const keyOf = (it: ContextQuery) => {
    if (it.what === 'entry') return `entry ${it.seq}`;
    return `actor ${it.actor} ${client.changes(it.actor)}`;
  };
  const publish = (context: WatchedContext | null) => {
    value = context;
    for (const listener of listeners) listener();
  };
  const query = async (it: ContextQuery) => {
    isQuerying = true;
    lastKey = keyOf(it);
    nextAt = performance.now() + minInterval;
    const answer = await client.ask(it).catch(() => null);
    isQuerying = false;
    // The selection may have changed meanwhile.
    if (it === watched) publish(answer && { of: lastKey, event: null, accepts: [], ...answer });
  };
  const queryIfDue = () => {
    if (!watched || isQuerying || performance.now() < nextAt || lastKey === keyOf(watched)) return;
    void query(watched);
  };
  client.subscribe(queryIfDue);
  // A change within `minInterval` of the last query is picked up here.
  setInterval(queryIfDue, minInterval);

  return {
    watch(it: ContextQuery | null) {
      watched = it;
      lastKey = '';
      nextAt = 0;
      if (!it) publish(null);
      queryIfDue();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    value: () => value,
  };
}
export type ContextWatcher = ReturnType<typeof createContextWatcher>;
