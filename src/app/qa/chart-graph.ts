import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** A state of a chart, with what it says for itself and the states within it. */
export type ChartNode = {
  /** `machine.state.inner`, as xstate names it. */
  readonly id: string;
  readonly key: string;
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  readonly initial: string | null;
  readonly tags: readonly string[];
  /** Its own lines: what it runs, does on entry and exit, and handles without leaving. */
  readonly lines: readonly string[];
  readonly children: readonly ChartNode[];
};

/** A transition that leads somewhere; its words are `event [guard]`, and what it does. */
export type ChartEdge = {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly event: string;
  readonly guard: string | null;
  readonly actions: readonly string[];
};

export type ChartGraph = { readonly root: ChartNode; readonly edges: readonly ChartEdge[] };

/** The name under which `setup` knows an action, a guard or an actor. */
function nameOf(part: unknown): string {
  if (typeof part === 'string') return part;
  const named = part as { type?: unknown; name?: unknown } | null;
  if (typeof named?.type === 'string') return named.type;
  return typeof named?.name === 'string' && named.name !== '' ? named.name : 'inline';
}

/** Delays start and stop as actions of their states: the edges tell of them already. */
const isSaid = (action: unknown) => !['xstate.raise', 'xstate.cancel'].includes(nameOf(action));

/** What makes a transition happen, as people say it: `after patience`, `save done`. */
function eventName(type: string): string {
  if (type === '') return 'always';
  const [, delay] = /^xstate\.after\.([^.]+)/.exec(type) ?? [];
  if (delay) return `after ${delay}`;
  const [, kind, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
  if (kind) return `${id} ${kind}`;
  return type.startsWith('xstate.done.state.') ? 'done' : type;
}

/** A state's transitions in the order in which they are tried. */
export function transitionsOf(node: AnyStateNode): AnyTransitionDefinition[] {
  return [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
}

/** One transition's name, the same for the chart's drawing and for what an actor was seen to take. */
export function edgeId(
  { source, eventType }: AnyTransitionDefinition,
  place: number,
  target: number,
): string {
  return `${source.id}|${eventType}|${place}|${target}`;
}

function words(transition: AnyTransitionDefinition): Pick<ChartEdge, 'event' | 'guard' | 'actions'> {
  return {
    event: eventName(transition.eventType),
    guard: transition.guard ? nameOf(transition.guard) : null,
    actions: transition.actions.map(nameOf),
  };
}

/** `event [guard] / action, action` */
export function sentence({ event, guard, actions }: Pick<ChartEdge, 'event' | 'guard' | 'actions'>): string {
  return `${event}${guard ? ` [${guard}]` : ''}${actions.length > 0 ? ` / ${actions.join(', ')}` : ''}`;
}

function chartNode(node: AnyStateNode): ChartNode {
  const stays = transitionsOf(node).filter(({ target }) => target === undefined);
  return {
    id: node.id,
    key: node.key,
    type: node.type,
    initial: node.type === 'compound' ? (node.initial.target[0]?.id ?? null) : null,
    tags: node.tags,
    lines: [
      ...node.invoke.map(({ id, src }) => (nameOf(src) === id ? `runs ${id}` : `runs ${id}: ${nameOf(src)}`)),
      ...node.entry.filter(isSaid).map((action) => `on entry ${nameOf(action)}`),
      ...node.exit.filter(isSaid).map((action) => `on exit ${nameOf(action)}`),
      ...stays.map((transition) => sentence(words(transition))),
    ],
    children: Object.values(node.states).map((child) => chartNode(child)),
  };
}

function edgesOf(node: AnyStateNode): ChartEdge[] {
  const own = transitionsOf(node).flatMap((transition, place) =>
    (transition.target ?? []).map((target, nth) => ({
      id: edgeId(transition, place, nth),
      source: node.id,
      target: target.id,
      ...words(transition),
    })),
  );
  return [...own, ...Object.values(node.states).flatMap((child) => edgesOf(child))];
}

/** A machine's chart as a drawing needs it. */
export function chartGraph(machine: AnyStateMachine): ChartGraph {
  return { root: chartNode(machine.root), edges: edgesOf(machine.root) };
}
