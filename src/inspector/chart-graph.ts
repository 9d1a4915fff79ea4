import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** A transition: `event [guard]`, its actions and its targets. */
export type ChartTransition = {
  /** The same in the drawing and in an actor's log (`transitionId`). */
  readonly id: string;
  readonly event: string;
  readonly guard: string | null;
  readonly actions: readonly string[];
  /** The ids of the states it enters; none where it stays. */
  readonly targets: readonly string[];
};

/** A state of a chart with its notes, its transitions and its child states. */
export type ChartNode = {
  /** `machine.state.inner`, as xstate names it. */
  readonly id: string;
  readonly key: string;
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  readonly initial: string | null;
  readonly tags: readonly string[];
  /** Invoked actors, and actions on entry and exit. */
  readonly notes: readonly string[];
  /** Its transitions, in the order in which they are tried. */
  readonly moves: readonly ChartTransition[];
  readonly children: readonly ChartNode[];
};

/** The name under which `setup` knows an action, a guard or an actor. */
function nameOf(part: unknown): string {
  if (typeof part === 'string') return part;
  const { type, name }: { type?: unknown; name?: unknown } = Object(part);
  if (typeof type === 'string') return type;
  return typeof name === 'string' && name !== '' ? name : 'inline';
}

/** The parameters of an action or guard that are constants in the chart: `fail(offline)`. */
function paramsText(part: unknown): string {
  const { params } = (part ?? {}) as { params?: unknown };
  if (params === undefined || typeof params === 'function') return '';
  const values = (it: unknown): unknown[] =>
    it !== null && typeof it === 'object' ? Object.values(it).flatMap(values) : [it];
  return `(${values(params).map(String).join(', ')})`;
}
const nameWithParams = (part: unknown) => nameOf(part) + paramsText(part);

/** Delays are raise and cancel actions of their state; the transitions show them already. */
const isOwnAction = (action: unknown) => !['xstate.raise', 'xstate.cancel'].includes(nameOf(action));

/** The event of a transition as it is shown: `after timeout`, `save done`. */
export function eventName(type: string): string {
  if (type === '') return 'always';
  const [, delay] = /^xstate\.after\.([^.]+)/.exec(type) ?? [];
  if (delay) return `after ${delay}`;
  const [, kind, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
  if (kind) return `${id} ${kind}`;
  return type.startsWith('xstate.done.state.') ? 'done' : type;
}

const units = [
  ['min', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const;
function durationText(ms: number): string {
  const [unit, size] = units.find(([, of]) => ms >= of && ms % of === 0) ?? ['ms', 1];
  return `${ms / size} ${unit}`;
}

/** A delay with its length in ms; without one if it is computed when it starts. */
function eventWithDelay(type: string, machine: AnyStateMachine): string {
  const [, name = ''] = /^xstate\.after\.([^.]+)/.exec(type) ?? [];
  const ms: unknown = machine.implementations.delays[name];
  return typeof ms === 'number' ? `${eventName(type)} (${durationText(ms)})` : eventName(type);
}

/** Id of a transition, from what it says: an actor's machine is another copy of the drawn one, so references differ. */
export function transitionId({ source, eventType, guard, target }: AnyTransitionDefinition): string {
  const leads = (target ?? []).map(({ id }) => id).join();
  return `${source.id}|${eventType}|${guard ? nameWithParams(guard) : ''}|${leads}`;
}

function chartTransition(transition: AnyTransitionDefinition): ChartTransition {
  return {
    id: transitionId(transition),
    event: eventWithDelay(transition.eventType, transition.source.machine),
    guard: transition.guard ? nameWithParams(transition.guard) : null,
    actions: transition.actions.map(nameWithParams),
    targets: (transition.target ?? []).map(({ id }) => id),
  };
}

/** A machine's chart as a drawing needs it. */
export function chartNode(node: AnyStateNode): ChartNode {
  return {
    id: node.id,
    key: node.key,
    type: node.type,
    initial: node.type === 'compound' ? (node.initial.target[0]?.id ?? null) : null,
    tags: node.tags,
    notes: [
      ...node.invoke.map(({ id, src }) => (nameOf(src) === id ? `runs ${id}` : `runs ${id}: ${nameOf(src)}`)),
      ...node.entry.filter(isOwnAction).map((action) => `on entry ${nameWithParams(action)}`),
      ...node.exit.filter(isOwnAction).map((action) => `on exit ${nameWithParams(action)}`),
    ],
    moves: [...[...node.transitions.values()].flat(), ...(node.always ?? [])].map(chartTransition),
    children: Object.values(node.states).map((child) => chartNode(child)),
  };
}

/** The graph of a whole machine. */
export const chartGraph = (machine: AnyStateMachine): ChartNode => chartNode(machine.root);
