import type { EventToSend } from './machines/inspector.ts';
import {
  channelName,
  type ActorInfo,
  type QueryResults,
  type Query,
  type LogEntry,
  type AgentMessage,
  type ClientMessage,
} from './protocol.ts';

/** Number of entries that the inspector keeps; it drops old ones `trimSize` at a time, since copying the log is slow. */
const maxEntries = 20_000;
const trimSize = 4_000;
const timeout = 3_000;
/** Minimum time between two renders, in ms. */
const minFrameGap = 40;

export type AppPage = { readonly id: string; readonly title: string; readonly since: number };
export type PageClient = ReturnType<typeof createPageClient>;

/**
 * Follows one page of the app: its actors and its log, as of the last render. Updates between two renders are applied
 * together, in an animation frame, so the number of renders does not depend on the number of events.
 */
export function createPageClient(changed: () => void) {
  const channel = new BroadcastChannel(channelName);
  const post = (message: ClientMessage) => channel.postMessage(message);
  const listeners = new Set<() => void>();
  const pendingQueries = new Map<string, (value: unknown) => void>();
  const apps = new Map<string, AppPage>();
  const actors = new Map<number, ActorInfo>();
  /** `seq` of the newest event by actor. */
  const changes = new Map<number, number>();
  let log: LogEntry[] = [];
  let app: string | null = null;
  let version = 0;
  let actorsVersion = 0;
  let pending: Extract<AgentMessage, { kind: 'update' }>[] = [];
  let frame: number | null = null;
  let drawnAt = 0;

  const applyUpdates = (time: number) => {
    frame = null;
    if (time - drawnAt < minFrameGap) return scheduleDraw();
    drawnAt = time;
    let last = log.at(-1)?.seq ?? 0;
    for (const update of pending.splice(0)) {
      for (const actor of update.actors) {
        if (actor.status === 'active') actors.set(actor.id, actor);
        else actors.delete(actor.id);
      }
      if (update.actors.length > 0) actorsVersion += 1;
      for (const entry of update.entries) {
        if (entry.seq <= last) continue;
        last = entry.seq;
        log.push(entry);
        changes.set(entry.actor, entry.seq);
      }
    }
    if (log.length > maxEntries + trimSize) log = log.slice(-maxEntries);
    version += 1;
    for (const listener of listeners) listener();
  };
  function scheduleDraw(): void {
    frame ??= requestAnimationFrame(applyUpdates);
  }

  const ask = <What extends Query['what']>(
    query: Extract<Query, { what: What }>,
  ): Promise<QueryResults[What]> =>
    new Promise((resolve, reject) => {
      if (app === null) return reject(new Error('no app to ask'));
      const id = crypto.randomUUID();
      const timer = setTimeout(() => {
        pendingQueries.delete(id);
        reject(new Error('the app did not answer'));
      }, timeout);
      pendingQueries.set(id, (value) => {
        clearTimeout(timer);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an answer belongs to the query of its id
        resolve(value as QueryResults[What]);
      });
      post({ kind: 'query', app, id, query });
    });

  const fetchBacklog = async (id: string) => {
    const backlog = await ask({ what: 'backlog' }).catch(() => null);
    if (!backlog || app !== id) return;
    // First: the updates that came meanwhile are newer.
    pending.unshift({ kind: 'update', app: id, ...backlog });
    scheduleDraw();
  };
  const follow = (id: string | null) => {
    app = id;
    log = [];
    pending = [];
    actors.clear();
    changes.clear();
    actorsVersion += 1;
    changed();
    scheduleDraw();
    if (id === null) return;
    void fetchBacklog(id);
  };
  const newestPage = () => [...apps.values()].toSorted((a, b) => b.since - a.since)[0]?.id ?? null;

  channel.addEventListener('message', ({ data }: MessageEvent<AgentMessage>) => {
    if (data.kind === 'update' && data.app === app) {
      pending.push(data);
      scheduleDraw();
    }
    if (data.kind === 'result') {
      pendingQueries.get(data.id)?.(data.value);
      pendingQueries.delete(data.id);
    }
    if (data.kind === 'opened') {
      apps.set(data.app, { id: data.app, title: data.title, since: data.since });
      if (app === null) follow(data.app);
      scheduleDraw();
    }
    if (data.kind === 'closed') {
      apps.delete(data.app);
      // A page that is reloaded announces itself again.
      if (data.app === app) follow(newestPage());
      scheduleDraw();
    }
  });
  post({ kind: 'discover' });

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    version: () => version,
    actorsVersion: () => actorsVersion,
    apps: () => [...apps.values()],
    app: () => app,
    actors: () => actors as ReadonlyMap<number, ActorInfo>,
    changes: (actor: number) => changes.get(actor) ?? 0,
    log: () => log as readonly LogEntry[],
    entry: (seq: number) => log[seq - (log[0]?.seq ?? 0)] ?? null,
    follow,
    ask,
    send: (event: EventToSend) => ask({ what: 'send', ...event }),
  };
}
