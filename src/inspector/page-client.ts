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

/** How many events the inspector remembers: the oldest go in portions, so that going costs little. */
const maxEntries = 20_000;
const trimSize = 4_000;
const timeout = 3_000;
/** Eyes follow no more than this many drawings: in ms between two. */
const minFrameGap = 40;

export type AppPage = { readonly id: string; readonly title: string; readonly since: number };
export type PageClient = ReturnType<typeof createPageClient>;

/**
 * Follows one page of the app: its actors and its log, as of the last drawing. What comes between two of them
 * is taken in together, in an animation frame, so a thousand events a second cost as many drawings as ten.
 */
export function createPageClient(changed: () => void) {
  const channel = new BroadcastChannel(channelName);
  const say = (message: ClientMessage) => channel.postMessage(message);
  const heard = new Set<() => void>();
  const waiting = new Map<string, (value: unknown) => void>();
  const apps = new Map<string, AppPage>();
  const actors = new Map<number, ActorInfo>();
  /** The newest event of each actor. */
  const changes = new Map<number, number>();
  let log: LogEntry[] = [];
  let app: string | null = null;
  let version = 0;
  let actorsVersion = 0;
  let pending: Extract<AgentMessage, { kind: 'news' }>[] = [];
  let frame: number | null = null;
  let drawn = 0;

  const draw = (time: number) => {
    frame = null;
    if (time - drawn < minFrameGap) return soon();
    drawn = time;
    let last = log.at(-1)?.seq ?? 0;
    for (const news of pending.splice(0)) {
      for (const actor of news.actors) {
        if (actor.status === 'active') actors.set(actor.id, actor);
        else actors.delete(actor.id);
      }
      if (news.actors.length > 0) actorsVersion += 1;
      for (const entry of news.entries) {
        if (entry.seq <= last) continue;
        last = entry.seq;
        log.push(entry);
        changes.set(entry.actor, entry.seq);
      }
    }
    if (log.length > maxEntries + trimSize) log = log.slice(-maxEntries);
    version += 1;
    for (const hear of heard) hear();
  };
  function soon(): void {
    frame ??= requestAnimationFrame(draw);
  }

  const ask = <What extends Query['what']>(
    asked: Extract<Query, { what: What }>,
  ): Promise<QueryResults[What]> =>
    new Promise((resolve, reject) => {
      if (app === null) return reject(new Error('no app to ask'));
      const id = crypto.randomUUID();
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new Error('the app did not answer'));
      }, timeout);
      waiting.set(id, (value) => {
        clearTimeout(timer);
        resolve(value as QueryResults[What]);
      });
      say({ kind: 'ask', app, id, asked });
    });

  const catchUp = async (id: string) => {
    const backlog = await ask({ what: 'backlog' }).catch(() => null);
    if (!backlog || app !== id) return;
    // Before what came in the meantime.
    pending.unshift({ kind: 'news', app: id, ...backlog });
    soon();
  };
  const follow = (id: string | null) => {
    app = id;
    log = [];
    pending = [];
    actors.clear();
    changes.clear();
    actorsVersion += 1;
    changed();
    soon();
    if (id === null) return;
    void catchUp(id);
  };
  const newest = () => [...apps.values()].toSorted((a, b) => b.since - a.since)[0]?.id ?? null;

  channel.addEventListener('message', ({ data }: MessageEvent<AgentMessage>) => {
    if (data.kind === 'news' && data.app === app) {
      pending.push(data);
      soon();
    }
    if (data.kind === 'answer') {
      waiting.get(data.id)?.(data.value);
      waiting.delete(data.id);
    }
    if (data.kind === 'here') {
      apps.set(data.app, { id: data.app, title: data.title, since: data.since });
      if (app === null) follow(data.app);
      soon();
    }
    if (data.kind === 'gone') {
      apps.delete(data.app);
      // A page that is loaded anew says so next.
      if (data.app === app) follow(newest());
      soon();
    }
  });
  say({ kind: 'who' });

  return {
    subscribe: (hear: () => void) => {
      heard.add(hear);
      return () => void heard.delete(hear);
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
    send: (saying: EventToSend) => ask({ what: 'send', ...saying }),
  };
}
