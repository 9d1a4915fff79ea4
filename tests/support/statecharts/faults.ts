import { createMachine, not, type AnyStateMachine } from 'xstate';
import { placeOf } from './coverage.ts';

type ChartNode = Record<string, unknown>;
export type Fault = {
  readonly name: string;
  readonly machine: AnyStateMachine;
  /** Walks that visit one of these places are likely to notice it. */
  readonly places: readonly string[];
};

const isPlainObject = (value: unknown): value is ChartNode => typeof value === 'object' && value !== null;

/** Copies a chart's data, not the functions at its leaves. */
function deepCopy<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map((inner) => deepCopy(inner as unknown)) as Value;
  if (!isPlainObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, deepCopy(inner)])) as Value;
}

/** Converts every transition to its long form, so that faults are seeded the same way in all. */
function withLongTransitions(node: ChartNode): ChartNode {
  const long = (given: unknown): ChartNode[] =>
    (Array.isArray(given) ? given : [given]).map((one: unknown) =>
      isPlainObject(one) ? { ...one, actions: [one.actions ?? []].flat() } : { target: one, actions: [] },
    );
  const table = (given: unknown) =>
    Object.fromEntries(Object.entries((given ?? {}) as ChartNode).map(([event, one]) => [event, long(one)]));
  const invoke = [node.invoke ?? []].flat().map((invoked) => {
    const { onDone, onError, ...rest } = invoked as ChartNode;
    return {
      ...rest,
      ...(onDone ? { onDone: long(onDone) } : {}),
      ...(onError ? { onError: long(onError) } : {}),
    };
  });
  const states = Object.entries((node.states ?? {}) as ChartNode).map(([key, child]) => [
    key,
    withLongTransitions(child as ChartNode),
  ]);
  return {
    ...node,
    on: table(node.on),
    after: table(node.after),
    invoke,
    entry: [node.entry ?? []].flat(),
    exit: [node.exit ?? []].flat(),
    ...(node.always ? { always: long(node.always) } : {}),
    ...(node.onDone ? { onDone: long(node.onDone) } : {}),
    ...(node.states ? { states: Object.fromEntries(states) } : {}),
  };
}

type TransitionSite = {
  readonly path: readonly string[];
  readonly event: string;
  readonly transition: ChartNode;
};

/** Every transition below a state, with the path of its own state. */
function transitionSites(node: ChartNode, path: readonly string[] = []): TransitionSite[] {
  const of = (event: string, list: unknown): TransitionSite[] =>
    ((list ?? []) as ChartNode[]).map((transition) => ({ path, event, transition }));
  return [
    ...Object.entries(node.on as ChartNode).flatMap(([event, list]) => of(event, list)),
    ...Object.entries(node.after as ChartNode).flatMap(([delay, list]) => of(`after ${delay}`, list)),
    ...(node.invoke as ChartNode[]).flatMap((invoked) => [
      ...of(`${String(invoked.id)} done`, invoked.onDone),
      ...of(`${String(invoked.id)} error`, invoked.onError),
    ]),
    ...of('always', node.always),
    ...of('onDone', node.onDone),
    ...Object.entries((node.states ?? {}) as ChartNode).flatMap(([key, child]) =>
      transitionSites(child as ChartNode, [...path, key]),
    ),
  ];
}

/** The lists that hold a chart's transitions. */
function transitionLists(node: ChartNode): ChartNode[][] {
  return [
    ...Object.values(node.on as ChartNode),
    ...Object.values(node.after as ChartNode),
    ...(node.invoke as ChartNode[]).flatMap(({ onDone, onError }) => [onDone, onError]),
    node.always,
    node.onDone,
    ...Object.values((node.states ?? {}) as ChartNode).flatMap((child) =>
      transitionLists(child as ChartNode),
    ),
  ].filter((list): list is ChartNode[] => Array.isArray(list));
}

function nameOf(part: unknown): string {
  const name = isPlainObject(part) ? part.type : part;
  return typeof name === 'string' ? name : 'an action of its own';
}

/** The unchanged chart, rebuilt like the faulty ones: a test has to pass it before it can judge them. */
export const rebuiltMachine = (machine: AnyStateMachine): AnyStateMachine =>
  createMachine(withLongTransitions(deepCopy(machine.config as ChartNode)) as never).provide(
    machine.implementations as never,
  );

/**
 * Every chart that differs from this one by one fault: a wrong target, a lost or an inverted guard, a lost action,
 * transition or tag, or a longer delay.
 */
export function seededFaults(machine: AnyStateMachine): Fault[] {
  const faults: Fault[] = [];
  const fresh = () => withLongTransitions(deepCopy(machine.config as ChartNode));
  const seed = (place: string, name: string, spoil: (chart: ChartNode) => void) => {
    const chart = fresh();
    spoil(chart);
    const faulty = createMachine(chart as never).provide(machine.implementations as never);
    faults.push({ name, places: [place], machine: faulty });
  };
  const nodeAt = (chart: ChartNode, path: readonly string[]): ChartNode =>
    path.reduce((node, key) => (node.states as Record<string, ChartNode>)[key] as ChartNode, chart);

  transitionSites(fresh()).forEach(({ path, event, transition }, index) => {
    const guard = transition.guard ? ` [${nameOf(transition.guard)}]` : '';
    const at = `${path.join('.') || '(root)'} + ${event}${guard}`;
    const place = placeOf(path, event);
    const same = (chart: ChartNode) => transitionSites(chart)[index]?.transition as ChartNode;
    const siblings = Object.keys(nodeAt(fresh(), path.slice(0, -1)).states ?? {});
    const target = nameOf(transition.target);
    const inner = target.startsWith('.');
    const others = inner ? Object.keys(nodeAt(fresh(), path).states ?? {}).map((key) => `.${key}`) : siblings;
    // A target by its id may name a sibling.
    const isTarget = (key: string) =>
      key === target || (target.startsWith('#') && target.endsWith(`.${key}`));
    const wrong = others.find(
      (key) => !isTarget(key) && (transition.target !== undefined || key !== path.at(-1)),
    );
    if (transition.target !== undefined && wrong)
      seed(place, `${at}: to ${wrong} instead of ${target}`, (chart) => void (same(chart).target = wrong));
    if (transition.guard) {
      seed(place, `${at}: without its guard`, (chart) => void delete same(chart).guard);
      seed(
        place,
        `${at}: with its guard inverted`,
        (chart) => void (same(chart).guard = not(transition.guard as never)),
      );
    }
    seed(place, `${at}: without this transition (${nameOf(transition.target ?? 'no target')})`, (chart) => {
      const lost = same(chart);
      for (const list of transitionLists(chart)) if (list.includes(lost)) list.splice(list.indexOf(lost), 1);
    });
    (transition.actions as unknown[]).forEach((action, nth) =>
      seed(
        place,
        `${at}: without ${nameOf(action)}`,
        (chart) => void (same(chart).actions as unknown[]).splice(nth, 1),
      ),
    );
  });
  const paths = (node: ChartNode, path: readonly string[] = []): (readonly string[])[] => [
    path,
    ...Object.entries((node.states ?? {}) as ChartNode).flatMap(([key, child]) =>
      paths(child as ChartNode, [...path, key]),
    ),
  ];
  for (const path of paths(fresh()))
    for (const moment of ['entry', 'exit'] as const)
      (nodeAt(fresh(), path)[moment] as unknown[]).forEach((action, place) =>
        seed(
          placeOf(path, 'itself'),
          `${path.join('.') || '(root)'} ${moment}: without ${nameOf(action)}`,
          (chart) => void (nodeAt(chart, path)[moment] as unknown[]).splice(place, 1),
        ),
      );
  for (const path of paths(fresh()))
    for (const tag of [nodeAt(fresh(), path).tags ?? []].flat() as string[])
      seed(placeOf(path, 'itself'), `${path.join('.') || '(root)'}: without its tag ${tag}`, (chart) => {
        const node = nodeAt(chart, path);
        node.tags = [node.tags].flat().filter((kept) => kept !== tag);
      });
  for (const [name, delay] of Object.entries(machine.implementations.delays))
    faults.push({
      name: `delay ${name}: one millisecond more`,
      places: transitionSites(fresh())
        .filter(({ event }) => event === `after ${name}`)
        .map(({ path, event }) => placeOf(path, event)),
      machine: machine.provide({
        delays: {
          [name]: (...args: never[]) =>
            1 + (typeof delay === 'function' ? (delay as (...given: never[]) => number)(...args) : delay),
        },
      } as never),
    });
  return faults;
}
