import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** A transition as its state tells of it: `event [guard]`, what it does, and where it leads. */
export type ChartTransition = {
  /** The same for the drawing and for what an actor was seen to take. */
  readonly id: string;
  readonly event: string;
  readonly guard: string | null;
  readonly actions: readonly string[];
  /** The ids of the states it enters; none where it stays. */
  readonly targets: readonly string[];
};

/** A state of a chart, with what it says for itself and the states within it. */
export type ChartNode = {
  /** `machine.state.inner`, as xstate names it. */
  readonly id: string;
  readonly key: string;
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  readonly initial: string | null;
  readonly tags: readonly string[];
  /** What it runs, and does on entry and exit. */
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

/** What a chart says of a part beside its name, as far as it is not read from the event: `fail(offline)`. */
function paramsText(part: unknown): string {
  const { params } = (part ?? {}) as { params?: unknown };
  if (params === undefined || typeof params === 'function') return '';
  const values = (it: unknown): unknown[] =>
    it !== null && typeof it === 'object' ? Object.values(it).flatMap(values) : [it];
  return `(${values(params).map(String).join(', ')})`;
}
const nameWithParams = (part: unknown) => nameOf(part) + paramsText(part);

/** Delays start and stop as actions of their states: the transitions tell of them already. */
const isOwnAction = (action: unknown) => !['xstate.raise', 'xstate.cancel'].includes(nameOf(action));

/** What makes a transition happen, as people say it: `after timeout`, `save done`. */
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

/** A delay with its length; one that is reckoned when it begins has none to tell. */
function eventWithDelay(type: string, machine: AnyStateMachine): string {
  const [, name = ''] = /^xstate\.after\.([^.]+)/.exec(type) ?? [];
  const ms: unknown = machine.implementations.delays[name];
  return typeof ms === 'number' ? `${eventName(type)} (${durationText(ms)})` : eventName(type);
}

/** One transition's name. Ids are told apart by what they say: the actor's own machine is another copy of the chart. */
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
