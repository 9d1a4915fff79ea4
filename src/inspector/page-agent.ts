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

/** Number of events that a page keeps, with their snapshots, and that it sends to a new inspector. */
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
    // A guard has read the payload, which is missing here.
    return null;
  }
}

/** A delay's name, and its length in ms if the chart has it: `after timeout`, 20 000. */
function delayOf({ machine }: AnyMachineSnapshot, type: string): Pick<RecordedStep, 'delay'> {
  const [, name] = /^xstate\.after\.([^.]+)/.exec(type) ?? [];
  if (name === undefined) return {};
  const ms: unknown = machine.implementations.delays[name];
  return { delay: { name, ms: typeof ms === 'number' ? ms : null } };
}

/** Listens to every actor of this page, keeps a log and sends it to the inspectors in this browser. */
function createPageAgent() {
  const app = crypto.randomUUID();
  const channel = new BroadcastChannel(channelName);
  const post = (message: AgentMessage) => channel.postMessage(message);
  const ids = new WeakMap<AnyActorRef, number>();
  const actors = new Map<number, { ref: AnyActorRef; info: ActorInfo }>();
  /** An event's sender, and the app's address when it was sent: the event itself may change it. */
  const origins = new WeakMap<AnyEventObject, { from: AnyActorRef | undefined; place: string }>();
  const inputs = new WeakMap<AnyActorRef, unknown>();
  const transitionsOf = new WeakMap<AnyActorRef, string[]>();
  const log: LoggedEvent[] = [];
  /** The newest event by machine and type: the initial payload of the form. */
  const latestPayloads = new Map<string, AnyEventObject>();
  let seq = 0;
  let lastId = 0;
  let pendingActors = new Map<number, ActorInfo>();
  let pendingEntries: LogEntry[] = [];

  // Not an animation frame: a page in the background has none, and its timers are throttled.
  const flush = () => {
    post({ kind: 'update', app, actors: [...pendingActors.values()], entries: pendingEntries });
    pendingActors = new Map();
    pendingEntries = [];
  };
  const scheduleFlush = () => {
    if (pendingActors.size === 0 && pendingEntries.length === 0) queueMicrotask(flush);
  };
  const uniquePath = (name: string) => {
    const used = new Set([...actors.values()].map(({ info }) => (info.status === 'active' ? info.path : '')));
    let path = name;
    for (let nth = 2; used.has(path); nth += 1) path = `${name}~${nth}`;
    return path;
  };
  const recordActor = (ref: AnyActorRef, snapshot: Snapshot<unknown>): ActorInfo => {
    const id = ids.get(ref) ?? ++lastId;
    ids.set(ref, id);
    const known = actors.get(id)?.info;
    const parent = ref._parent && ids.get(ref._parent);
    const machine = isMachineSnapshot(snapshot) ? snapshot.machine.id : null;
    const name = parent === undefined ? (machine ?? ref.id) : ref.id;
    const parentPath = parent === undefined ? '' : `${actors.get(parent)?.info.path ?? '?'}/`;
    const info: ActorInfo = {
      id,
      parent: parent ?? null,
      path: known?.path ?? uniquePath(parentPath + name),
      name,
      machine,
      status: snapshot.status,
      states: isMachineSnapshot(snapshot) ? statesOf(snapshot) : [],
    };
    scheduleFlush();
    pendingActors.set(id, info);
    if (info.status === 'active') actors.set(id, { ref, info });
    else actors.delete(id);
    return info;
  };
  const recordEvent = (ref: AnyActorRef, event: AnyEventObject, snapshot: Snapshot<unknown>) => {
    const before = actors.get(ids.get(ref) ?? 0)?.info.states ?? [];
    const info = recordActor(ref, snapshot);
    if (!isMachineSnapshot(snapshot)) return;
    const { from, place } = origins.get(event) ?? { from: undefined, place: location.hash };
    const sender = from && ids.get(from);
    seq += 1;
    const entry: LogEntry = {
      seq,
      at: Date.now(),
      actor: info.id,
      path: info.path,
      machine: snapshot.machine.id,
      event: event.type,
      preview: preview(event),
      from: sender === undefined ? null : (actors.get(sender)?.info.path ?? from?.id ?? null),
      states: info.states,
      lit: snapshot._nodes.map(({ id }) => id),
      taken: transitionsOf.get(ref) ?? [],
    };
    transitionsOf.delete(ref);
    latestPayloads.set(`${entry.machine} ${event.type}`, event);
    log[seq % maxLogged] = { entry, event, snapshot, before, from, place, ref };
    scheduleFlush();
    pendingEntries.push(entry);
  };
  const inspect = (inspection: InspectionEvent) => {
    /* oxlint-disable typescript/no-unsafe-type-assertion -- xstate tells its inspectors less than it knows */
    const ref = inspection.actorRef as AnyActorRef;
    if (inspection.type === '@xstate.event') {
      origins.set(inspection.event, {
        from: inspection.sourceRef as AnyActorRef | undefined,
        place: location.hash,
      });
      if (inspection.event.type === 'xstate.init') {
        inputs.set(ref, inspection.event['input']);
        // Now: its children's first snapshots come before its own.
        recordActor(ref, ref.getSnapshot() as Snapshot<unknown>);
      }
    }
    /* oxlint-enable typescript/no-unsafe-type-assertion */
    if (inspection.type === '@xstate.microstep')
      transitionsOf.set(ref, [
        ...(transitionsOf.get(ref) ?? []),
        ...inspection._transitions.map(transitionId),
      ]);
    if (inspection.type === '@xstate.snapshot') recordEvent(ref, inspection.event, inspection.snapshot);
  };

  const loggedBetween = (from: number, to: number): LoggedEvent[] =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => log[(from + at) % maxLogged]).filter(
      (one): one is LoggedEvent => one !== undefined && one.entry.seq >= from && one.entry.seq <= to,
    );
  const sampleOf = (machine: string, type: string) => {
    const { type: _, ...payload } = latestPayloads.get(`${machine} ${type}`) ?? { type };
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
    const sentByChild =
      from !== undefined && from._parent === ref && isMachineEvent(type) ? { child: from.id } : {};
    return {
      path: entry.path,
      machine: entry.machine,
      event: { type, ...Object(toJsonValue(payload)) },
      place,
      // A step without a transition is not replayed: the replay would wait for it to be accepted.
      outside: from === undefined && isMachineEvent(type) && entry.taken.length > 0,
      ...sentByChild,
      ...delayOf(snapshot, type),
      before,
      states: entry.states,
    };
  };
  const recordingOf = (run: readonly LoggedEvent[]): RecordedStep[] => {
    const seenActors = new Set<AnyActorRef>();
    return run.map((one) => {
      if (seenActors.has(one.ref)) return stepOf(one);
      seenActors.add(one.ref);
      return { ...stepOf(one), input: toJsonValue(inputs.get(one.ref)) };
    });
  };
  /** A recorded event with the actors that `toJsonValue` named; null if one of them does not exist. */
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

  const answerQuery = (query: Query): QueryResults[Query['what']] => {
    switch (query.what) {
      case 'backlog':
        return {
          actors: [...actors.values()].map(({ info }) => info),
          entries: loggedBetween(Math.max(1, seq - backlogSize + 1), seq).map(({ entry }) => entry),
        };
      case 'entry': {
        const [found] = loggedBetween(query.seq, query.seq);
        return found
          ? { event: toJsonValue(found.event), context: toJsonValue(found.snapshot.context) }
          : null;
      }
      case 'actor': {
        const snapshot: unknown = actors.get(query.actor)?.ref.getSnapshot();
        if (!isMachineSnapshot(snapshot)) return null;
        const lit = snapshot._nodes.map(({ id }) => id);
        return { context: toJsonValue(snapshot.context), accepts: acceptedBy(snapshot), lit };
      }
      case 'recording':
        return recordingOf(loggedBetween(query.from + 1, query.to));
      case 'send': {
        if (query.place !== null && query.place !== location.hash) {
          location.hash = query.place;
          return false;
        }
        const found = [...actors.values()].find(({ info }) => info.path === query.path);
        const snapshot: unknown = found?.ref.getSnapshot();
        const event = withActors(query.event);
        if (!event || !isMachineSnapshot(snapshot) || canTake(snapshot, event) !== true) return false;
        found?.ref.send(event);
        return true;
      }
    }
  };
  const announce = (kind: 'opened' | 'closed') =>
    post({ kind, app, title: document.title, since: performance.timeOrigin });
  channel.addEventListener('message', ({ data }: MessageEvent<ClientMessage>) => {
    if (data.kind === 'discover') announce('opened');
    if (data.kind === 'query' && data.app === app)
      post({ kind: 'result', app, id: data.id, value: answerQuery(data.query) });
  });
  window.addEventListener('pagehide', () => announce('closed'));
  window.addEventListener('pageshow', () => announce('opened'));
  announce('opened');
  return inspect;
}

const inspect = createPageAgent();

/** Options of an actor with the inspector's listener added. */
export const inspected = <Logic extends AnyActorLogic>(options?: ActorOptions<Logic>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- which options are required depends on the logic
  ({ ...options, inspect }) as unknown as ActorOptions<Logic>;
