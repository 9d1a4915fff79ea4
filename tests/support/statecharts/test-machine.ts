/**
 * How a statechart is tested.
 *
 * `testMachine(machine, expectations)` reads the chart's graph, makes walks through it, and replays each walk
 * on a real actor. The graph says only where one *can* go. Where each event *should* lead is written by hand,
 * from the specification: a target computed from the chart would agree with a wrong chart.
 *
 * A *walk* is an input and a list of event names. The walks take every edge, and every transition of the chart
 * followed by every other (in `test:full` every edge followed by every other), each by the shortest way. An actor
 * under test has its ports *held* (`holdPorts`): a call stays open until the walk answers it. Its clock fires one
 * timer at a time. Nothing sleeps. A failure prints its walk.
 *
 * - `inputs`: The inputs to start from, by name. The first state of `x` is written under `start: x`.
 * - `events`: What can happen, by name: a plain event, or a move from outside: `done(port, output)`,
 *   `error(port, failure)`, `childSends(child, event)`, `after(delay, ms)` and `raisedAfter(event, ms,
 *   pending)`, whose delay must be exactly `ms`. `when(predicate, move)` offers it only in some snapshots. A
 *   port's answer is offered only while the port is open, a delay only while it runs.
 * - `becomes`: `'state + event'`: where that leads. A state covers its children, `*` any state, `a & b` two
 *   regions at once; the most exact key wins. The value is a state, `'same'`, `'ignored'`, an outcome, or a
 *   function of the context before that gives one of these. An event without an entry must do nothing.
 * - an outcome: `to` the state; `sends` the events emitted or sent to other actors, all of them, in order
 *   (none when left out); `calls` the ports started, with their input; `waits` the delays started, in
 *   milliseconds; `context` what it changes, by full values: every other key must be deeply equal to what it
 *   was, and at the start every key is written; `output` of a final state. `calls` and `waits` that are left
 *   out are not compared.
 * - `fold`: What of the context matters to where events lead, in words: `2 rows`. It follows the state,
 *   `loaded (2 rows)`, and snapshots with one label are one node of the graph. Without it a growing list is an
 *   endless graph; past 20,000 nodes the run stops.
 * - `claims`: What holds whenever a state is entered or stayed in, by state (`*`: all): tags, invariants of
 *   the context, running timers.
 * - `laws`: What holds over a whole history. A law is a function that starts one observer a walk; the observer
 *   gets every step and throws. Checked on random walks (60; 2,000 in `test:full`) that start from the ends of
 *   the graph's walks. The failure is shrunk to the shortest walk that breaks the law.
 * - `unpaired`: How many pairs of transitions, one right after the other, no walk takes, because `when` keeps
 *   their moves away. Exact: more means that coverage was lost, fewer that the number has to be lowered.
 * - `harmless`: Faults without a visible effect, by name, each with its reason. Exactly those that survive.
 *
 * A *fault* is one mistake seeded into a copy of the chart: a wrong target; a guard lost or inverted; a
 * transition, an action or a tag lost; a delay one millisecond longer. A *mutation run* replays the walks
 * against every such copy. A fault is *noticed* when an expectation, a claim, the coverage or an unused entry
 * fails. One that nothing notices is a gap in the expectations, or belongs into `harmless`. `npm run
 * mutate:machines` prints the count, `npm run coverage:machines` what the walks cover.
 *
 * This makes seven tests: every step is as written; every state, transition and guard (both ways) is covered;
 * the number of unwalked pairs is the declared one; no entry and no claim is unused; every fault is noticed;
 * claims and laws hold on random walks; the chart keeps the conventions (named guards and delays, handled errors, no
 * `'*'`).
 *
 * An example:
 *
 * ```ts
 * // off —like.press→ saving —saveLike done→ on;  saving —saveLike error, or after 20 s→ failed;
 * // failed —like.press [hasTriesLeft]→ saving: two tries in all.
 * export const likeExpectations: MachineExpectations<typeof like> = {
 *   inputs: { post: { post: 7 } },
 *   fold: ({ tries }) => `tries: ${tries}`, // it decides whether `failed` takes another press
 *   events: {
 *     press: { type: 'like.press' },
 *     saved: done('saveLike', true),
 *     'no network': error('saveLike', { kind: 'offline' }),
 *     timeout: after('timeout', 20_000),
 *   },
 *   becomes: {
 *     'start: post': { to: 'off', context: { post: 7, tries: 0 } },
 *     'off + press': { to: 'saving (tries: 1)', context: { tries: 1 }, calls: { saveLike: { post: 7 } } },
 *     'saving + saved': { to: 'on', sends: [{ type: 'like.saved', post: 7 }] },
 *     'saving + no network': 'failed',
 *     'saving + timeout': 'failed',
 *     'failed (tries: 1) + press': { to: 'saving (tries: 2)', context: { tries: 2 }, calls: { saveLike: { post: 7 } } },
 *   },
 *   claims: { saving: hasExactTags('busy'), '*': ({ context }) => expect(context.tries).toBeLessThanOrEqual(2) },
 *   laws: { 'one call at a time': oneCallAtATime('saveLike') },
 * };
 * ```
 *
 * `failed (tries: 2) + press` is not written, so it must do nothing. Without the guard `hasTriesLeft` it
 * would: "no expectation for this event". Without `timeout`'s transition a walk reports "cannot happen here".
 * Without the action that counts: "context …, expected …". Each of these is one of the faults that the
 * mutation run seeds.
 *
 * `bet.expectations.ts` lies beside `bet.test.ts` (which walks it on a bare actor) and `bet.screen.ts` (how
 * the same events come about in a browser, what each state shows; walked by
 * `journeys/machine-screens.test.ts`). Transitions that no screen can bring about are named there under
 * `unwalked`, with the reason.
 */
import { describe, expect, test } from 'vitest';
import type {
  AnyStateMachine,
  AnyTransitionDefinition,
  ContextFrom,
  EventFromLogic,
  InputFrom,
  SnapshotFrom,
} from 'xstate';
import { entryFinder, labelOf, matchesLabel, mismatchOf, type Becomes } from './outcomes.ts';
import { Coverage, conventionViolations, placesOf, type CoverageCounts } from './coverage.ts';
import { rebuiltMachine, seededFaults, type Fault } from './faults.ts';
import { walksOf, type IsPair, type Walk } from './graph.ts';
import { type Move } from './moves.ts';
import { movesOf, checkRandomWalks, type Law } from './random-walks.ts';
import { holdPorts, Replay, type Step } from './replay.ts';
import { WalkTree } from './walk-tree.ts';
import { evenSample } from '#tests/support/concurrency.ts';
import { isFullRun } from '#tests/support/run-size.ts';

export { after, raisedAfter, done, error, childSends, when } from './moves.ts';
export { causeOf, oneCallAtATime } from './random-walks.ts';
export type { Law } from './random-walks.ts';
export { refStub } from './replay.ts';

/** What a machine's test writes by hand. The keys are explained at the top of this file. */
export type MachineExpectations<Machine extends AnyStateMachine> = {
  /** The inputs, by name; their first states are written under `start: name`. */
  readonly inputs: Readonly<Record<string, InputFrom<Machine>>>;
  readonly events: Readonly<Record<string, EventFromLogic<Machine> | Move>>;
  readonly becomes: Becomes<ContextFrom<Machine>>;
  /** What must hold whenever a state is reached; `*` is every state. */
  readonly claims?: Readonly<Record<string, (snapshot: SnapshotFrom<Machine>, step: Step) => void>>;
  /** What of the context matters to where events lead, in words: `2 rows`; empty if nothing does. */
  readonly fold?: (context: ContextFrom<Machine>) => string;
  /** What must hold over any history; checked on random walks. */
  readonly laws?: Readonly<Record<string, Law>>;
  /**
   * The exact number of pairs of transitions, one right after the other, that no walk takes because `when` keeps their
   * moves away.
   */
  readonly unpaired?: number;
  /** Seeded faults without a visible effect, by name, with the reason. */
  readonly harmless?: Readonly<Record<string, string>>;
};

/** A claim: the state has exactly these tags. */
export const hasExactTags =
  (...tags: readonly string[]) =>
  (snapshot: { readonly tags: ReadonlySet<string> }): void =>
    expect([...snapshot.tags].toSorted()).toEqual([...tags].toSorted());

type Findings = {
  readonly walks: readonly Walk[];
  readonly tree: WalkTree;
  readonly steps: number;
  readonly covered: CoverageCounts;
  readonly failures: readonly string[];
  readonly gaps: readonly string[];
  readonly unpaired: readonly string[];
  readonly unused: readonly string[];
};
type WalkSelection = {
  readonly walks: readonly Walk[];
  /** The machine behaves as the one that made this tree, until a walk visits one of these places. */
  readonly like?: { readonly tree: WalkTree; readonly until: readonly string[] } | undefined;
};

const maxShownFailures = 8;
const randomWalks = isFullRun ? 2000 : 60;
/** Maximum walks of `npm test` over the chart that the faults are seeded in, before any is. */
const maxRebuiltWalks = 50;

type TakenTransitions = Map<string, readonly AnyTransitionDefinition[]>;
const edgeOf = (start: string, from: string, move: string) => `${start}\n${from}\n${move}`;
const takenIn = ({ microsteps }: Step) => microsteps.flatMap(({ transitions }) => transitions);

/** Of the edges of each input, those pairs whose transitions no pair before them had. */
function newPairs(taken: TakenTransitions): (start: string) => IsPair {
  const known = new Map<AnyTransitionDefinition, Set<AnyTransitionDefinition>>();
  return (start) => (from, move, then, next) => {
    const first = taken.get(edgeOf(start, from, move))?.at(-1);
    const second = taken.get(edgeOf(start, then, next));
    if (!first || !second) return true;
    const seconds = known.get(first) ?? new Set();
    known.set(first, seconds);
    const before = seconds.size;
    for (const one of second) seconds.add(one);
    return seconds.size > before;
  };
}

/**
 * Replays every walk of the machine's graph against the expectations; of a `selection` only up to the first failure.
 * A step that several walks begin with is checked on the first of them.
 */
export function checkWalks<Machine extends AnyStateMachine>(
  machine: Machine,
  spec: MachineExpectations<Machine>,
  selection?: WalkSelection,
): Findings {
  const heldMachine = holdPorts(machine);
  const moves = movesOf(spec.events);
  const label = (snapshot: Step['after']) => labelOf(snapshot, spec.fold ?? (() => ''));
  const coverage = new Coverage(heldMachine);
  const becomes = spec.becomes as Becomes;
  const entryFor = entryFinder(becomes);
  const used = new Set<string>();
  const failures = new Map<string, string>();
  const tree = new WalkTree();
  /** The transitions of each edge that was walked. */
  const taken: TakenTransitions = new Map();
  let steps = 0;

  const checkStep = (step: Step, start: string, move: string | undefined) => {
    const at = label(step.after);
    const before = step.before ? label(step.before) : '';
    const key = move === undefined ? `start: ${start}` : entryFor(before, move);
    if (key) used.add(key);
    let problem = mismatchOf(key ? becomes[key] : undefined, step, before, at);
    for (const [state, claim] of Object.entries(spec.claims ?? {})) {
      if (problem !== null || (state !== '*' && !matchesLabel(state, at))) continue;
      used.add(`claim: ${state}`);
      try {
        claim(step.after as SnapshotFrom<Machine>, step);
      } catch (thrown) {
        problem = `the claim about "${state}" does not hold: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
      }
    }
    return { at, problem };
  };

  const replay = (walk: Walk) => {
    const nodes = tree.nodesOf(walk);
    const knownNodes = selection?.like?.tree.nodesOf(walk);
    const mayDiffer = (nth: number) =>
      !knownNodes || selection?.like?.until.some((place) => knownNodes[nth]?.seen?.places.has(place));
    const firstDiffering = nodes.findIndex((_, nth) => mayDiffer(nth));
    const first = nodes.findIndex(({ seen }, nth) => nth >= firstDiffering && !seen);
    if (first < 0) return;
    const actor = new Replay(heldMachine, spec.inputs[walk.start], first === 0);
    const trace: string[] = [];
    let at = '';
    let last: AnyTransitionDefinition | undefined;
    for (const [nth, move] of [undefined, ...walk.moves].entries()) {
      const node = nodes[nth] as (typeof nodes)[number];
      const seen = nth < first ? (node.seen ?? knownNodes?.[nth]?.seen) : undefined;
      const before = at;
      at = seen?.at ?? '?';
      let problem: string | null = null;
      try {
        if (nth === first) actor.startRecording();
        const step = move === undefined ? actor.start() : actor.perform(moves.get(move) as Move);
        steps++;
        if (seen) ({ last } = seen);
        else if (step) {
          last = coverage.record(step, last);
          ({ at, problem } = checkStep(step, walk.start, move));
          if (move !== undefined) taken.set(edgeOf(walk.start, before, move), takenIn(step));
          if (problem === null) node.seen = { at, last, places: new Set(selection ? [] : placesOf(step)) };
        } else problem = 'cannot happen here: nothing is open to answer, or no timer runs';
      } catch (thrown) {
        problem = (thrown as Error).message;
      }
      trace.push(at);
      if (problem === null) continue;
      const key = move === undefined ? `start: ${walk.start}` : `${before} + ${move}`;
      const lines = trace.map(
        (where, one) => `    ${(walk.moves[one - 1] ?? `start: ${walk.start}`).padEnd(40)} → ${where}`,
      );
      // Walks are sorted by length: the first failure stored for a key has the shortest walk.
      if (!failures.has(key)) failures.set(key, `${key}\n  ${problem}\n${lines.join('\n')}`);
      break;
    }
    actor.stop();
  };

  const replayAll = (walks: readonly Walk[]) => {
    for (const walk of walks) {
      replay(walk);
      if (selection && failures.size > 0) break;
    }
    return walks;
  };
  const walksWith = (isPairOf: (start: string) => IsPair) =>
    Object.entries(spec.inputs).flatMap(([start, input]) =>
      walksOf(heldMachine, start, input, moves, label, isPairOf(start)),
    );
  const walkAll = () => {
    if (isFullRun) return replayAll(walksWith(() => () => true));
    const edges = replayAll(walksWith(() => () => false));
    return [...edges, ...replayAll(walksWith(newPairs(taken)))];
  };
  const walks = selection ? replayAll(selection.walks) : walkAll();
  const expectedKeys = [
    ...Object.keys(becomes),
    ...Object.keys(spec.claims ?? {}).map((state) => `claim: ${state}`),
  ];
  return {
    walks,
    tree,
    steps,
    covered: coverage.counts(),
    failures: [...failures.values()],
    gaps: coverage.gaps(),
    unpaired: coverage.unpaired(),
    unused: expectedKeys.filter((key) => !used.has(key)),
  };
}

/** What a machine's tests pass to the reporters. */
declare module 'vitest' {
  interface TaskMeta {
    covered?: CoverageCounts & { readonly walks: number; readonly steps: number };
    mutated?: { readonly seeded: number; readonly survivors: Readonly<Record<string, string>> };
  }
}

/** Replays the walks against the faults; returns how many were seeded, which survived, and which are expected to. */
function survivingFaults<Machine extends AnyStateMachine>(
  machine: Machine,
  spec: MachineExpectations<Machine>,
  { walks, tree }: Findings,
): { seeded: number; survivors: string[]; harmless: string[] } {
  const passesAll = (faulty: AnyStateMachine) => {
    const { failures, gaps, unused } = checkWalks(faulty as Machine, spec, { walks });
    return failures.length + gaps.length + unused.length === 0;
  };
  // Only a test that passes the unchanged chart can notice a fault. Some walks show that it is rebuilt as it was.
  const rebuilt = rebuiltMachine(machine);
  const someWalks = evenSample(walks, maxRebuiltWalks);
  const passes = isFullRun
    ? passesAll(rebuilt)
    : checkWalks(rebuilt as Machine, spec, { walks: someWalks }).failures.length === 0;
  if (!passes) return { seeded: 0, survivors: ['none at all: the chart itself does not pass'], harmless: [] };
  const byPlace = tree.walksByPlace(walks);
  const isHarmless = ({ name }: Fault) => name in (spec.harmless ?? {});
  // Most faults are noticed on a walk that visits them; the others only by gaps of coverage or unused entries.
  const isNoticed = (fault: Fault) => {
    const passing = new Set(fault.places.flatMap((place) => byPlace.get(place) ?? []));
    const like = isHarmless(fault) ? undefined : { tree, until: fault.places };
    return checkWalks(fault.machine as Machine, spec, { walks: [...passing], like }).failures.length > 0;
  };
  const faults = seededFaults(machine);
  const survived = faults.filter(
    (fault) =>
      !isNoticed(fault) &&
      // A harmless fault would have been noticed by a walk that visits it.
      (isHarmless(fault) || passesAll(fault.machine)),
  );
  const unknown = Object.keys(spec.harmless ?? {}).filter(
    (name) => !faults.some((fault) => fault.name === name),
  );
  return {
    seeded: faults.length,
    survivors: survived.map(({ name }) => name),
    harmless: [...faults.filter(isHarmless).map(({ name }) => name), ...unknown],
  };
}

/** The tests of a machine, as explained at the top of this file. */
export function testMachine<Machine extends AnyStateMachine>(
  machine: Machine,
  spec: MachineExpectations<Machine>,
): void {
  describe(machine.id, () => {
    let cached: Findings | undefined;
    const findings = () => (cached ??= checkWalks(machine, spec));

    test('every transition is as written', () => {
      const { failures, walks, steps } = findings();
      if (failures.length > 0)
        throw new Error(
          `${failures.length} of ${machine.id}'s edges are wrong\n\n${failures.slice(0, maxShownFailures).join('\n\n')}`,
        );
      expect(steps).toBeGreaterThan(walks.length);
    });
    test('covers every state, transition and guard, both ways', ({ task }) => {
      const { covered, walks, steps } = findings();
      task.meta.covered = { ...covered, walks: walks.length, steps };
      expect(findings().gaps).toEqual([]);
    });
    test('leaves exactly the declared pairs unwalked', () => {
      const { unpaired } = findings();
      if (unpaired.length !== (spec.unpaired ?? 0))
        throw new Error(
          `${unpaired.length} pairs of ${machine.id} are not walked, ${spec.unpaired ?? 0} are said to be:\n${unpaired.join('\n')}`,
        );
    });
    test('uses every expectation and every claim', () => expect(findings().unused).toEqual([]));
    test('notices every seeded fault', ({ task }) => {
      const { seeded, survivors, harmless } = survivingFaults(machine, spec, findings());
      task.meta.mutated = {
        seeded,
        survivors: Object.fromEntries(
          survivors.map((name) => [name, spec.harmless?.[name] ?? 'nobody says why']),
        ),
      };
      expect(survivors.toSorted()).toEqual(harmless.toSorted());
    });
    test('claims and laws hold on random walks', () => {
      const label = (snapshot: Step['after']) => labelOf(snapshot, spec.fold ?? (() => ''));
      const claims = Object.entries(spec.claims ?? {}).map(([state, claim]): [string, Law] => [
        `the claim about "${state}"`,
        () => (step) => {
          if (state === '*' || matchesLabel(state, label(step.after)))
            claim(step.after as SnapshotFrom<Machine>, step);
        },
      ]);
      const laws = { ...Object.fromEntries(claims), ...spec.laws };
      const { walks } = findings();
      checkRandomWalks(
        machine,
        { inputs: spec.inputs, walks, moves: movesOf(spec.events), laws, label },
        randomWalks,
      );
    });
    test('keeps the conventions of house.md', () => expect(conventionViolations(machine)).toEqual([]));
  });
}
