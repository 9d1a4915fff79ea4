import {
  createActor,
  type ActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type InspectionEvent,
  type Snapshot,
} from 'xstate';
import { eventsOf, type Move } from './moves.ts';

type HeldSnapshot = Snapshot<unknown> & { readonly input: unknown };
type Answer =
  | { type: 'held.done'; output: unknown }
  | { type: 'held.error'; error: unknown }
  | { type: 'held.send'; event: AnyEventObject };

/** A port that is held open: it keeps its input, and answers when the walk does. It replaces any actor logic. */
const heldPort: ActorLogic<HeldSnapshot, Answer> = {
  getInitialSnapshot: (_scope, input: unknown) => ({
    status: 'active',
    output: undefined,
    error: undefined,
    input,
  }),
  transition: (snapshot, event, { self }) => {
    const { input } = snapshot;
    if (event.type === 'held.done') return { status: 'done', output: event.output, error: undefined, input };
    if (event.type === 'held.error') return { status: 'error', output: undefined, error: event.error, input };
    if (event.type === 'held.send') self._parent?.send(event.event);
    return snapshot;
  },
  getPersistedSnapshot: (snapshot) => snapshot,
};

/** The machine with all its ports held open. */
export function holdPorts(machine: AnyStateMachine): AnyStateMachine {
  const names = Object.keys(machine.implementations.actors);
  return machine.provide({ actors: Object.fromEntries(names.map((name) => [name, heldPort])) } as never);
}

/** An actor to pass to a machine as a ref; what it is sent is in `sends`. */
export const refStub = (id: string): AnyActorRef =>
  createActor<typeof heldPort>(heldPort, { id, input: undefined });

export type Wait = { readonly event: AnyEventObject; readonly ms: number };
type Timer = Wait & { readonly fire: () => void };

const withoutFire = ({ event, ms }: Timer): Wait => ({ event, ms });

/** What one move did. */
export type Step = {
  readonly before: AnyMachineSnapshot | undefined;
  readonly after: AnyMachineSnapshot;
  readonly microsteps: readonly {
    snapshot: AnyMachineSnapshot;
    event: AnyEventObject;
    transitions: readonly AnyTransitionDefinition[];
  }[];
  /** Events emitted, or sent to other actors, in order. */
  readonly sends: readonly AnyEventObject[];
  /** Ports started by this move, with their input. */
  readonly calls: Readonly<Record<string, unknown>>;
  /** The running delays, oldest first, and those of them that this move started. */
  readonly timers: readonly Wait[];
  readonly waits: readonly Wait[];
};

/**
 * A real actor with its ports held open, on a clock that fires exactly one timer at a time. Without recording only
 * `before` and `after` of a step are set.
 */
export class Replay {
  readonly #timers = new Map<number, Timer>();
  readonly #actor;
  #children: Record<string, AnyActorRef> = {};
  #microsteps: {
    snapshot: AnyMachineSnapshot;
    event: AnyEventObject;
    transitions: readonly AnyTransitionDefinition[];
  }[] = [];
  #sends: AnyEventObject[] = [];
  #nextTimer = 1;
  #firstTimer = 1;

  #isWatched: boolean;

  /** `machine` must come from `holdPorts`. */
  constructor(machine: AnyStateMachine, input: unknown, isWatched = true) {
    this.#isWatched = isWatched;
    const labelled = new Set<unknown>();
    this.#actor = createActor(machine, {
      input,
      clock: {
        setTimeout: (fire: () => void, ms: number) => {
          // The system stores the event before it sets the timer: the newest one belongs to this timer.
          const scheduledEvents = Object.values(this.#actor.system.getSnapshot()._scheduledEvents);
          const own = scheduledEvents.find((scheduled) => !labelled.has(scheduled));
          labelled.add(own);
          this.#timers.set(this.#nextTimer, { event: own?.event ?? { type: '?' }, ms, fire });
          return this.#nextTimer++;
        },
        clearTimeout: (id: number) => this.#timers.delete(id),
      },
      ...(isWatched && { inspect: this.#see }),
    });
    this.#actor.on('*', (event) => this.#sends.push(event as AnyEventObject));
    // An error is read from the snapshot; without an observer xstate would also throw it globally.
    this.#actor.subscribe({ error: () => {} });
  }

  readonly #see = (seen: InspectionEvent): void => {
    // By id: the first steps are taken while the actor is still being created.
    if (seen.type === '@xstate.microstep' && seen.actorRef.sessionId === seen.rootId)
      this.#microsteps.push({
        snapshot: seen.snapshot as AnyMachineSnapshot,
        event: seen.event,
        transitions: seen._transitions,
      });
    const isSent =
      seen.type === '@xstate.event' && seen.sourceRef === this.#actor && seen.actorRef !== this.#actor;
    if (isSent && !seen.event.type.startsWith('xstate.')) this.#sends.push(seen.event);
  };

  start(): Step {
    this.#actor.start();
    return this.#step(undefined);
  }

  /** Records all following steps. */
  startRecording(): void {
    if (!this.#isWatched) this.#actor.system.inspect(this.#see);
    this.#isWatched = true;
  }

  /** Performs a move; null when it cannot happen: no such call is open, or no such timer runs. */
  perform(move: Move): Step | null {
    const before = this.#actor.getSnapshot() as AnyMachineSnapshot;
    const [event] = eventsOf(move, before);
    if (!event) return null;
    this.#microsteps = [];
    this.#sends = [];
    this.#firstTimer = this.#nextTimer;
    if (move.how === 'send') this.#actor.send(event);
    else if (move.how === 'after' || move.how === 'delayed') {
      const due = [...this.#timers].find(
        ([, timer]) => JSON.stringify(timer.event) === JSON.stringify(event),
      );
      if (!due) return null;
      const ms = typeof move.ms === 'function' ? move.ms(before) : move.ms;
      if (due[1].ms !== ms) throw new Error(`the delay was ${due[1].ms} ms, not ${ms}`);
      this.#timers.delete(due[0]);
      due[1].fire();
    } else {
      const child = before.children[move.id] as AnyActorRef | undefined;
      if (child?.getSnapshot().status !== 'active') return null;
      if (move.how === 'child') child.send({ type: 'held.send', event });
      else
        child.send(
          move.how === 'done'
            ? { type: 'held.done', output: event.output }
            : { type: 'held.error', error: event.error },
        );
    }
    return this.#step(before);
  }

  stop(): void {
    this.#actor.stop();
  }

  #step(before: AnyMachineSnapshot | undefined): Step {
    const after = this.#actor.getSnapshot() as AnyMachineSnapshot;
    const children = after.children as Record<string, AnyActorRef>;
    const started = Object.entries(children).filter(([id, child]) => this.#children[id] !== child);
    this.#children = { ...children };
    return {
      before,
      after,
      microsteps: this.#microsteps,
      sends: this.#sends,
      calls: Object.fromEntries(
        started.map(([id, child]) => [id, (child.getSnapshot() as HeldSnapshot).input]),
      ),
      timers: [...this.#timers.values()].map(withoutFire),
      waits: [...this.#timers]
        .filter(([id]) => id >= this.#firstTimer)
        .map(([, timer]) => withoutFire(timer)),
    };
  }
}
