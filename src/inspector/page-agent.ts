import {
  isMachineSnapshot,
  type ActorOptions,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type InspectionEvent,
  type Snapshot,
} from 'xstate';
import type { RecordedStep } from './machines/event-recorder.ts';
import { transitionId } from './chart-graph.ts';
import { toJsonValue, preview } from './serialize.ts';
import {
  channelName,
  type AcceptedEvent,
  type ActorInfo,
  type QueryResults,
  type Query,
  type LogEntry,
  type AgentMessage,
  type ClientMessage,
} from './protocol.ts';

/** How many events a page remembers, with the snapshots that they led to, and how many it tells a new inspector of. */
const maxLogged = 10_000;
const backlogSize = 2_000;

type LoggedEvent = {
  readonly entry: LogEntry;
  readonly event: AnyEventObject;
  readonly snapshot: AnyMachineSnapshot;
  readonly before: readonly string[];
  readonly from: AnyActorRef | undefined;
  readonly place: string;
  readonly ref: AnyActorRef;
};

const statesOf = ({ _nodes }: AnyMachineSnapshot) =>
  _nodes
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .map(({ path, key }) => path.join('.') || key);

const isMachineEvent = (type: string) => !type.startsWith('xstate.');

function canTake(snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean | null {
  try {
    return snapshot.can(event);
  } catch {
    // A guard that reads the payload.
    return null;
  }
}

/** A delay's name and length where the chart says them: `after patience`, 20 000. */
function delayOf({ machine }: AnyMachineSnapshot, type: string): Pick<RecordedStep, 'delay'> {
  const [, name] = /^xstate\.after\.([^.]+)/.exec(type) ?? [];
  if (name === undefined) return {};
  const ms: unknown = machine.implementations.delays[name];
  return { delay: { name, ms: typeof ms === 'number' ? ms : null } };
}

/** Listens to every actor of this page, remembers what it heard, and tells the inspectors of this browser. */
function createPageAgent() {
  const app = crypto.randomUUID();
  const channel = new BroadcastChannel(channelName);
  const say = (message: AgentMessage) => channel.postMessage(message);
  const ids = new WeakMap<AnyActorRef, number>();
  const actors = new Map<number, { ref: AnyActorRef; news: ActorInfo }>();
  /** Who sent an event, and where the app was then: what it does may lead elsewhere. */
  const origins = new WeakMap<AnyEventObject, { from: AnyActorRef | undefined; place: string }>();
  const inputs = new WeakMap<AnyActorRef, unknown>();
  const taken = new WeakMap<AnyActorRef, string[]>();
  const log: LoggedEvent[] = [];
  /** The newest event of each kind that each chart has seen: what a form starts from. */
  const newest = new Map<string, AnyEventObject>();
  let seq = 0;
  let lastId = 0;
  let freshActors = new Map<number, ActorInfo>();
  let freshEntries: LogEntry[] = [];

  // Not by animation frame: a page in the background has none, and its timers sleep.
  const flush = () => {
    say({ kind: 'news', app, actors: [...freshActors.values()], entries: freshEntries });
    freshActors = new Map();
    freshEntries = [];
  };
  const soon = () => {
    if (freshActors.size === 0 && freshEntries.length === 0) queueMicrotask(flush);
  };
  const pathOf = (name: string) => {
    const used = new Set([...actors.values()].map(({ news }) => (news.status === 'active' ? news.path : '')));
    let path = name;
    for (let nth = 2; used.has(path); nth += 1) path = `${name}~${nth}`;
    return path;
  };
  const learn = (ref: AnyActorRef, snapshot: Snapshot<unknown>): ActorInfo => {
    const id = ids.get(ref) ?? ++lastId;
    ids.set(ref, id);
    const known = actors.get(id)?.news;
    const parent = ref._parent && ids.get(ref._parent);
    const machine = isMachineSnapshot(snapshot) ? snapshot.machine.id : null;
    const name = parent === undefined ? (machine ?? ref.id) : ref.id;
    const above = parent === undefined ? '' : `${actors.get(parent)?.news.path ?? '?'}/`;
    const news: ActorInfo = {
      id,
      parent: parent ?? null,
      path: known?.path ?? pathOf(above + name),
      name,
      machine,
      status: snapshot.status,
      states: isMachineSnapshot(snapshot) ? statesOf(snapshot) : [],
    };
    soon();
    freshActors.set(id, news);
    if (news.status === 'active') actors.set(id, { ref, news });
    else actors.delete(id);
    return news;
  };
  const note = (ref: AnyActorRef, event: AnyEventObject, snapshot: Snapshot<unknown>) => {
    const before = actors.get(ids.get(ref) ?? 0)?.news.states ?? [];
    const news = learn(ref, snapshot);
    if (!isMachineSnapshot(snapshot)) return;
    const { from, place } = origins.get(event) ?? { from: undefined, place: location.hash };
    const sender = from && ids.get(from);
    seq += 1;
    const entry: LogEntry = {
      seq,
      at: Date.now(),
      actor: news.id,
      path: news.path,
      machine: snapshot.machine.id,
      event: event.type,
      preview: preview(event),
      from: sender === undefined ? null : (actors.get(sender)?.news.path ?? from?.id ?? null),
      states: news.states,
      lit: snapshot._nodes.map(({ id }) => id),
      taken: taken.get(ref) ?? [],
    };
    taken.delete(ref);
    newest.set(`${entry.machine} ${event.type}`, event);
    log[seq % maxLogged] = { entry, event, snapshot, before, from, place, ref };
    soon();
    freshEntries.push(entry);
  };
  const inspect = (seen: InspectionEvent) => {
    const ref = seen.actorRef as AnyActorRef;
    if (seen.type === '@xstate.event') {
      origins.set(seen.event, { from: seen.sourceRef as AnyActorRef | undefined, place: location.hash });
      if (seen.event.type === 'xstate.init') {
        inputs.set(ref, seen.event['input']);
        // Before its own first snapshot come those of its children.
        learn(ref, ref.getSnapshot() as Snapshot<unknown>);
      }
    }
    if (seen.type === '@xstate.microstep')
      taken.set(ref, [...(taken.get(ref) ?? []), ...seen._transitions.map(transitionId)]);
    if (seen.type === '@xstate.snapshot') note(ref, seen.event, seen.snapshot);
  };

  const remembered = (from: number, to: number): LoggedEvent[] =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => log[(from + at) % maxLogged]).filter(
      (one): one is LoggedEvent => one !== undefined && one.entry.seq >= from && one.entry.seq <= to,
    );
  const sampleOf = (machine: string, type: string) => {
    const { type: _, ...payload } = newest.get(`${machine} ${type}`) ?? { type };
    return JSON.stringify(toJsonValue(payload), null, 2);
  };
  const acceptedBy = (snapshot: AnyMachineSnapshot): AcceptedEvent[] =>
    [...new Set(snapshot._nodes.flatMap((node) => node.ownEvents.map(String)))]
      .filter(isMachineEvent)
      .toSorted()
      .map((type) => ({
        type,
        can: canTake(snapshot, { type }),
        sample: sampleOf(snapshot.machine.id, type),
      }));
  const stepOf = ({ entry, event, snapshot, before, from, place, ref }: LoggedEvent): RecordedStep => {
    const { type, ...payload } = event;
    const says = from !== undefined && from._parent === ref && isMachineEvent(type) ? { child: from.id } : {};
    return {
      path: entry.path,
      machine: entry.machine,
      event: { type, ...(toJsonValue(payload) as object) },
      place,
      // What did nothing then is not waited for when it is replayed.
      outside: from === undefined && isMachineEvent(type) && entry.taken.length > 0,
      ...says,
      ...delayOf(snapshot, type),
      before,
      states: entry.states,
    };
  };
  const walkOf = (run: readonly LoggedEvent[]): RecordedStep[] => {
    const begun = new Set<AnyActorRef>();
    return run.map((one) => {
      if (begun.has(one.ref)) return stepOf(one);
      begun.add(one.ref);
      return { ...stepOf(one), input: toJsonValue(inputs.get(one.ref)) };
    });
  };
  /** A recorded event with the actors that `toJsonValue` named; null while one of them is not there. */
  const withActors = (event: AnyEventObject): AnyEventObject | null => {
    let isComplete = true;
    const revived: AnyEventObject = JSON.parse(JSON.stringify(event), (_, it: unknown) => {
      if (typeof it !== 'string' || !it.startsWith('(actor ')) return it;
      const named = [...actors.values()].find(({ ref }) => `(actor ${ref.id})` === it);
      isComplete &&= named !== undefined;
      return named?.ref;
    });
    return isComplete ? revived : null;
  };

  const answer = (asked: Query): QueryResults[Query['what']] => {
    switch (asked.what) {
      case 'backlog':
        return {
          actors: [...actors.values()].map(({ news }) => news),
          entries: remembered(Math.max(1, seq - backlogSize + 1), seq).map(({ entry }) => entry),
        };
      case 'entry': {
        const [found] = remembered(asked.seq, asked.seq);
        return found
          ? { event: toJsonValue(found.event), context: toJsonValue(found.snapshot.context) }
          : null;
      }
      case 'actor': {
        const snapshot: unknown = actors.get(asked.actor)?.ref.getSnapshot();
        if (!isMachineSnapshot(snapshot)) return null;
        const lit = snapshot._nodes.map(({ id }) => id);
        return { context: toJsonValue(snapshot.context), accepts: acceptedBy(snapshot), lit };
      }
      case 'walk':
        return walkOf(remembered(asked.from + 1, asked.to));
      case 'send': {
        if (asked.place !== null && asked.place !== location.hash) {
          location.hash = asked.place;
          return false;
        }
        const found = [...actors.values()].find(({ news }) => news.path === asked.path);
        const snapshot: unknown = found?.ref.getSnapshot();
        const event = withActors(asked.event);
        if (!event || !isMachineSnapshot(snapshot) || canTake(snapshot, event) !== true) return false;
        found?.ref.send(event);
        return true;
      }
    }
  };
  const here = (kind: 'here' | 'gone') =>
    say({ kind, app, title: document.title, since: performance.timeOrigin });
  channel.addEventListener('message', ({ data }: MessageEvent<ClientMessage>) => {
    if (data.kind === 'who') here('here');
    if (data.kind === 'ask' && data.app === app)
      say({ kind: 'answer', app, id: data.id, value: answer(data.asked) });
  });
  window.addEventListener('pagehide', () => here('gone'));
  window.addEventListener('pageshow', () => here('here'));
  here('here');
  return inspect;
}

const inspect = createPageAgent();

/** An actor's options, and that the tap hears it. */
export const inspected = <Logic extends AnyActorLogic>(options?: ActorOptions<Logic>) =>
  ({ ...options, inspect }) as unknown as ActorOptions<Logic>;
