import type { PageClient } from './page-client.ts';
import type { AcceptedEvent, Query } from './protocol.ts';

/** What is shown of one actor, now or as it was after one event. */
export type WatchedContext = {
  readonly of: string;
  readonly context: unknown;
  readonly event: unknown;
  readonly accepts: readonly AcceptedEvent[];
};
type ContextQuery = Extract<Query, { what: 'entry' | 'actor' }>;

/** Contexts can be large: one question at a time, and at most so often, in ms. */
const minInterval = 250;

/** Keeps asking the app for the context of what is looked at, while that changes. */
export function createContextWatcher(follower: PageClient) {
  const heard = new Set<() => void>();
  let wanted: ContextQuery | null = null;
  let value: WatchedContext | null = null;
  let asking = false;
  let asked = '';
  let next = 0;

  /** Names what an answer would be of: the actor as it stands now, or the entry. */
  const nameOf = (it: ContextQuery) => {
    if (it.what === 'entry') return `entry ${it.seq}`;
    return `actor ${it.actor} ${follower.changes(it.actor)}`;
  };
  const take = (made: WatchedContext | null) => {
    value = made;
    for (const hear of heard) hear();
  };
  const look = async (it: ContextQuery) => {
    asking = true;
    asked = nameOf(it);
    next = performance.now() + minInterval;
    const answer = await follower.ask(it).catch(() => null);
    asking = false;
    // Asked for something else in the meantime.
    if (it === wanted) take(answer && { of: asked, event: null, accepts: [], ...answer });
  };
  const check = () => {
    if (!wanted || asking || performance.now() < next || asked === nameOf(wanted)) return;
    void look(wanted);
  };
  follower.subscribe(check);
  // What changed last may have changed while it was not yet time to ask again.
  setInterval(check, minInterval);

  return {
    want(it: ContextQuery | null) {
      wanted = it;
      asked = '';
      next = 0;
      if (!it) take(null);
      check();
    },
    subscribe: (hear: () => void) => {
      heard.add(hear);
      return () => void heard.delete(hear);
    },
    value: () => value,
  };
}
export type ContextWatcher = ReturnType<typeof createContextWatcher>;
