import { getAdjacencyMap, getShortestPaths } from '@xstate/graph';
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { eventsOf, type Move } from './moves.ts';

/** A walk through a machine: the names of its moves, in order, from one of its inputs. */
export type Walk = { readonly start: string; readonly moves: readonly string[] };

/** Maximum nodes of a graph; with more, `fold` distinguishes too many states. */
const limit = 20_000;

/** Whether a move from a state, both as the tests name them, is to be walked right after another one. */
export type IsPair = (from: string, move: string, then: string, next: string) => boolean;

/**
 * Walks that take every edge of the graph, and every edge followed by those that `isPair` says, each by the shortest way.
 * Where they should lead is written by hand in the machine's test.
 */
export function walksOf(
  machine: AnyStateMachine,
  start: string,
  input: unknown,
  moves: ReadonlyMap<string, Move>,
  label: (snapshot: AnyMachineSnapshot) => string,
  isPair: IsPair,
): Walk[] {
  const nameOf = new Map<AnyEventObject, string>();
  const cache = new Map<string, AnyEventObject>();
  const events = (snapshot: AnyMachineSnapshot): AnyEventObject[] =>
    snapshot.status !== 'active'
      ? []
      : [...moves].flatMap(([name, move]) =>
          eventsOf(move, snapshot).map((event) => {
            const cached = cache.get(`${name}|${event.type}`) ?? event;
            cache.set(`${name}|${event.type}`, cached);
            nameOf.set(cached, name);
            return cached;
          }),
        );
  const options = {
    input,
    events,
    limit,
    serializeState: (snapshot: AnyMachineSnapshot) => label(snapshot),
    serializeEvent: (event: AnyEventObject) => nameOf.get(event) ?? event.type,
  };
  // The library's types need one exact snapshot type; here it is any machine's.
  const map = getAdjacencyMap(machine, options as never) as unknown as Record<
    string,
    { state: AnyMachineSnapshot; transitions: Record<string, { state: AnyMachineSnapshot }> }
  >;
  const shortest = new Map<string, string[]>();
  for (const path of getShortestPaths(machine, options as never)) {
    const names = path.steps.slice(1).map((step) => nameOf.get(step.event as AnyEventObject) ?? '?');
    shortest.set(label(path.state as AnyMachineSnapshot), names);
  }

  const found = new Map<string, string[]>();
  const add = (names: string[]) => found.set(names.join('\n'), names);
  const leaving = (from: string) =>
    Object.entries(map[from]?.transitions ?? {}).filter(([, edge]) => edge.state !== map[from]?.state);
  for (const [origin, { state, transitions }] of Object.entries(map)) {
    const prefix = shortest.get(origin) ?? [];
    // Events that do not change the state: one walk takes them all.
    add([...prefix, ...Object.keys(transitions).filter((name) => transitions[name]?.state === state)]);
    for (const [name, edge] of leaving(origin)) {
      add([...prefix, name]);
      const then = label(edge.state);
      for (const [next] of leaving(then)) if (isPair(origin, name, then, next)) add([...prefix, name, next]);
    }
  }
  const prefixes = new Set<string>();
  for (const names of found.values())
    for (let end = 0; end < names.length; end++) prefixes.add(names.slice(0, end).join('\n'));
  return [...found]
    .filter(([key, names]) => !prefixes.has(key) || (names.length === 0 && found.size === 1))
    .map(([, names]) => ({ start, moves: names }))
    .toSorted((a, b) => a.moves.length - b.moves.length);
}
