import type { Page, Request, Route } from 'playwright-core';
import { expect } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, ContextFrom } from 'xstate';
import { asFailure, failureStatus, type Failure } from '#contract/failures.ts';
import type { MachineExpectations } from './test-machine.ts';
import { labelOf, matchesLabel } from './outcomes.ts';
import { transitionsOf } from './coverage.ts';
import { walksOf, type Walk } from './graph.ts';
import { type Move } from './moves.ts';
import { movesOf } from './random-walks.ts';
import { holdPorts, Replay, type Step } from './replay.ts';

/** How a machine's walks are performed on its screen, and what the screen shows. */
export type ScreenSpec<Machine extends AnyStateMachine> = {
  /** Opens the screen in the situation of each of the machine's inputs. */
  readonly openScreen: Readonly<Record<string, (page: Page) => Promise<unknown>>>;
  /** Causes an event, by its type: by a tap, or otherwise. */
  readonly eventActions: Readonly<Record<string, (page: Page, event: AnyEventObject) => Promise<unknown>>>;
  /** The requests of the machine's ports, and their outputs on the wire. Other requests go to the server. */
  readonly ports: Readonly<
    Record<
      string,
      {
        readonly isRequest: (request: Request, url: URL) => boolean;
        readonly toWire?: (output: never) => unknown;
        /** The failure that such an output stands for: then the request fails with it. */
        readonly failureOf?: (output: never) => Failure | null;
      }
    >
  >;
  /**
   * Causes a move that no single request causes, such as one of the device or of a child. By the move's name, or by the
   * id of the port whose output it is.
   */
  readonly moveActions?: Readonly<Record<string, (page: Page, event: AnyEventObject) => Promise<unknown>>>;
  /** Answers the screen's other requests; undefined goes to the server. */
  readonly answerOther?: (request: Request, url: URL) => unknown;
  /** The page's time at the start of a walk, if the machine's inputs depend on it. */
  readonly startTime?: string;
  /** Moves that the screen allows only in some snapshots. */
  readonly offeredWhen?: Readonly<Record<string, (snapshot: AnyMachineSnapshot) => boolean>>;
  /** Moves that are performed at least once, even if others take the same transitions. */
  readonly requiredMoves?: readonly string[];
  /** The screen's claims: what is visible, labelled and enabled in a state. */
  readonly shows: Readonly<Record<string, (page: Page, context: ContextFrom<Machine>) => Promise<unknown>>>;
  /** Transitions that this screen cannot cause, by name, with the reason. */
  readonly unwalked: Readonly<Record<string, string>>;
};

/** A walk, and the number of its moves after which each state was shown and each request answered or failed. */
type ScreenWalk = Walk & { readonly shown: number };

type Edge = { readonly move: string; readonly to: string; readonly taken: readonly string[] };
type Spec = MachineExpectations<AnyStateMachine>;

const customMoveOf = (
  { moveActions }: Pick<ScreenSpec<AnyStateMachine>, 'moveActions'>,
  name: string,
  { how, id }: Pick<Move, 'how' | 'id'>,
) => moveActions?.[name] ?? (how === 'done' ? moveActions?.[id] : undefined);

function prepareMoves<Machine extends AnyStateMachine>(
  machine: Machine,
  expectations: MachineExpectations<Machine>,
  screen: ScreenSpec<Machine>,
) {
  const spec = expectations as unknown as Spec;
  const heldMachine = holdPorts(machine);
  const canMake = (name: string, { how, id, event }: Move) => {
    if (customMoveOf(screen, name, { how, id })) return true;
    if (how === 'send' || how === 'child') return event.type in screen.eventActions;
    return how === 'after' || ((how === 'done' || how === 'error') && id in screen.ports);
  };
  // Moves that this screen cannot cause lead nowhere.
  const moves = new Map(
    [...movesOf(spec.events)]
      .filter(([name, move]) => canMake(name, move))
      .map(([name, move]): [string, Move] => {
        const isOffered = screen.offeredWhen?.[name];
        return [
          name,
          isOffered ? { ...move, when: (it) => isOffered(it) && move.when?.(it) !== false } : move,
        ];
      }),
  );
  const label = (snapshot: AnyMachineSnapshot) => labelOf(snapshot, spec.fold ?? (() => ''));
  const names = transitionsOf(heldMachine);
  const taken = (step: Step) =>
    step.microsteps.flatMap(({ transitions }) => transitions.flatMap((one) => names.get(one) ?? []));
  return { spec, heldMachine, moves, label, names: [...new Set(names.values())], taken };
}

/**
 * Few walks that together take every transition that the screen can cause (or `onlyTransitions`): each continues, by
 * the shortest way, to a transition that was not taken yet. Returns the walks, and the transitions that none takes.
 */
export function coveringWalks<Machine extends AnyStateMachine>(
  machine: Machine,
  expectations: MachineExpectations<Machine>,
  screen: ScreenSpec<Machine>,
  onlyTransitions?: readonly string[],
): { walks: readonly ScreenWalk[]; untaken: readonly string[] } {
  const { spec, heldMachine, moves, label, names, taken } = prepareMoves(machine, expectations, screen);
  const graph = new Map<string, Map<string, Edge>>();
  const seenEdges = new Set<string>();
  const starts = Object.keys(screen.openScreen).map((start) => {
    const all = walksOf(heldMachine, start, spec.inputs[start], moves, label, () => false);
    // The states after equal beginnings of walks: a walk whose edges are all known adds nothing.
    const places = new Map<string, string>();
    for (const walk of all) {
      const prefixes = walk.moves.map((_, at) => walk.moves.slice(0, at).join('\n'));
      if (walk.moves.every((move, at) => seenEdges.has(`${places.get(prefixes[at] ?? '')}\n${move}`)))
        continue;
      const actor = new Replay(heldMachine, spec.inputs[start]);
      let { after } = actor.start();
      for (const [at, move] of walk.moves.entries()) {
        const from = label(after);
        places.set(prefixes[at] ?? '', from);
        seenEdges.add(`${from}\n${move}`);
        const step = actor.perform(moves.get(move) as Move);
        if (!step) break;
        ({ after } = step);
        const transitions = taken(step);
        const edge = {
          move,
          to: label(after),
          taken: transitions.length > 0 ? [...transitions, `+ ${move}`] : [],
        };
        const edgesOut = graph.get(from) ?? new Map<string, Edge>();
        graph.set(from, edgesOut);
        if (!edge.taken.some((name) => name in screen.unwalked)) edgesOut.set(move, edge);
      }
      actor.stop();
    }
    const first = new Replay(heldMachine, spec.inputs[start]).start();
    return { start, at: label(first.after), taken: taken(first) };
  });

  const untaken = new Set(
    onlyTransitions ?? [...names, ...(screen.requiredMoves ?? []).map((move) => `+ ${move}`)],
  );
  const edgesFrom = (at: string) => [...(graph.get(at)?.values() ?? [])];
  /** The shortest way to a transition that was not taken yet; into a final state only if there is no other. */
  const nearest = (from: string, mayEnd = false): readonly Edge[] | undefined => {
    const queue: { at: string; way: readonly Edge[] }[] = [{ at: from, way: [] }];
    const known = new Set([from]);
    for (const { at, way } of queue)
      for (const edge of edgesFrom(at)) {
        if (!mayEnd && edgesFrom(edge.to).length === 0) continue;
        if (edge.taken.some((name) => untaken.has(name))) return [...way, edge];
        if (known.has(edge.to)) continue;
        known.add(edge.to);
        queue.push({ at: edge.to, way: [...way, edge] });
      }
    return mayEnd ? undefined : nearest(from, true);
  };
  /** The states that the screen's claims distinguish, and the request that was answered or failed. */
  const factsOf = ({ move, to }: Pick<Edge, 'move' | 'to'>) => {
    const { how, id } = moves.get(move) ?? {};
    const states = Object.keys(screen.shows).filter((state) => matchesLabel(state, to));
    return how === 'done' || how === 'error' ? [...states, `${how} ${id}`] : states;
  };
  const walks: ScreenWalk[] = [];
  for (const { start, at, taken: first } of starts)
    for (;;) {
      const isNew = first.some((name) => untaken.has(name));
      let way = nearest(at);
      if (!way && !isNew) break;
      for (const name of first) untaken.delete(name);
      const walked: Edge[] = [];
      while (way) {
        for (const edge of way) for (const name of edge.taken) untaken.delete(name);
        walked.push(...way);
        way = nearest(way.at(-1)?.to ?? at);
      }
      const facts = new Set(factsOf({ move: '', to: at }));
      const addsFacts = walked.map((edge) => {
        const known = facts.size;
        for (const fact of factsOf(edge)) facts.add(fact);
        return facts.size > known;
      });
      walks.push({ start, moves: walked.map(({ move }) => move), shown: addsFacts.lastIndexOf(true) + 1 });
    }
  return { walks, untaken: [...untaken] };
}

/** Fails a held request: by the network, or by an answer with the failure. */
export async function failRequest(route: Route, failure: Failure): Promise<void> {
  if (failure.kind === 'offline' || failure.kind === 'unreadable') return route.abort();
  const status = failureStatus[failure.kind];
  const { kind: code, retryAfter, ...rest } = failure;
  return route.fulfill({
    status,
    json: { type: 'about:blank', title: code, detail: code, status, code, ...rest },
    ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }),
  });
}

/** Answers a held request so that the port's output is that of the walk. */
async function answerRequest(
  route: Route,
  { how, event }: Move,
  { toWire, failureOf }: Pick<ScreenSpec<AnyStateMachine>['ports'][string], 'toWire' | 'failureOf'>,
): Promise<void> {
  const output = event.output as never;
  const failure = how === 'done' ? (failureOf?.(output) ?? null) : asFailure(event.error);
  return failure ? failRequest(route, failure) : route.fulfill({ json: toWire ? toWire(output) : output });
}

/** Performs a walk on the screen: events by `eventActions`, ports by held requests, delays by the page's clock. */
export async function walkOnScreen<Machine extends AnyStateMachine>(
  machine: Machine,
  expectations: MachineExpectations<Machine>,
  screen: ScreenSpec<Machine>,
  walk: Walk,
  page: Page,
): Promise<void> {
  const { spec, heldMachine, moves, label } = prepareMoves(machine, expectations, screen);
  const heldRequests = new Map<string, Route[]>(Object.keys(screen.ports).map((port) => [port, []]));
  const callCounts = new Map<string, number>();
  const actor = new Replay(heldMachine, spec.inputs[walk.start]);
  const trace: string[] = [];

  const checkScreen = async (name: string, step: Step) => {
    const at = label(step.after);
    trace.push(`    ${name.padEnd(40)} → ${at}`);
    for (const port of Object.keys(step.calls)) callCounts.set(port, (callCounts.get(port) ?? 0) + 1);
    for (const [state, shown] of Object.entries(screen.shows))
      if (matchesLabel(state, at)) await shown(page, step.after.context as ContextFrom<Machine>);
  };
  const performMove = async (name: string, move: Move, before: AnyMachineSnapshot) => {
    const own = customMoveOf(screen, name, move);
    if (own) return own(page, move.event);
    if (move.how === 'send' || move.how === 'child')
      return screen.eventActions[move.event.type]?.(page, move.event);
    if (move.how === 'after')
      return page.clock.runFor(typeof move.ms === 'function' ? move.ms(before) : (move.ms ?? 0));
    const nth = (callCounts.get(move.id) ?? 0) - 1;
    await expect.poll(() => heldRequests.get(move.id)?.length ?? 0).toBeGreaterThan(nth);
    const route = heldRequests.get(move.id)?.[nth] as Route;
    return answerRequest(route, move, screen.ports[move.id] ?? {});
  };

  try {
    await page.clock.install(screen.startTime === undefined ? {} : { time: screen.startTime });
    await page.route('**/api/**', async (route, request) => {
      const url = new URL(request.url());
      const [port] = Object.entries(screen.ports).find(([, { isRequest }]) => isRequest(request, url)) ?? [];
      if (port !== undefined) return void heldRequests.get(port)?.push(route);
      const json = await screen.answerOther?.(request, url);
      return json === undefined ? route.fallback() : route.fulfill({ json });
    });
    await screen.openScreen[walk.start]?.(page);
    let step = actor.start();
    await checkScreen(`start: ${walk.start}`, step);
    for (const name of walk.moves) {
      const move = moves.get(name) as Move;
      trace.push(`    ${name} …`);
      await performMove(name, move, step.after);
      trace.pop();
      const next = actor.perform(move);
      if (!next) throw new Error(`${name} cannot happen here`);
      step = next;
      await checkScreen(name, step);
    }
  } catch (thrown) {
    throw new Error(`${(thrown as Error).message}\n${trace.join('\n')}`, { cause: thrown });
  } finally {
    actor.stop();
  }
}
