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
import { walksOf, type Walk } from './graph.ts';
import { type Move } from './moves.ts';
import { movesOf, checkRandomWalks, type Law } from './random-walks.ts';
import { holdPorts, Replay, type Step } from './replay.ts';
import { WalkTree } from './walk-tree.ts';
import { isFullRun } from '#tests/support/run-size.ts';

export { after, raisedAfter, done, error, childSends, when } from './moves.ts';
export { causeOf, oneCallAtATime } from './random-walks.ts';
export type { Law } from './random-walks.ts';
export { refStub } from './replay.ts';

/** What a machine's test writes by hand; /README's glossary of it is the first test in tests/machines. */
export type MachineExpectations<Machine extends AnyStateMachine> = {
  /** The inputs to start from, by name; their first states are written under `start: name`. */
  readonly inputs: Readonly<Record<string, InputFrom<Machine>>>;
  readonly events: Readonly<Record<string, EventFromLogic<Machine> | Move>>;
  readonly becomes: Becomes<ContextFrom<Machine>>;
  /** What must hold whenever a state is reached; `*` speaks of every state. */
  readonly claims?: Readonly<Record<string, (snapshot: SnapshotFrom<Machine>, step: Step) => void>>;
  /** Says of the context what matters to where events lead, in words: `2 rows`. Empty where nothing does. */
  readonly fold?: (context: ContextFrom<Machine>) => string;
  /** What the specification promises whatever happens, in whatever order; held on walks at random. */
  readonly laws?: Readonly<Record<string, Law>>;
  /**
   * So many pairs of transitions, one right after the other, no walk takes: `when` keeps their moves from where they
   * would be more of the same. What is walked stays walked.
   */
  readonly unpaired?: number;
  /** Seeded faults, by name, that change nothing anybody can see, and why. */
  readonly harmless?: Readonly<Record<string, string>>;
};

/** A claim: these are the state's tags, and no others. */
export const hasExactTags =
  (...tags: readonly string[]) =>
  (snapshot: { readonly tags: ReadonlySet<string> }): void =>
    expect([...snapshot.tags].sort()).toEqual([...tags].sort());

type Findings = {
  readonly walks: readonly Walk[];
  readonly trail: WalkTree;
  readonly steps: number;
  readonly covered: CoverageCounts;
  readonly failures: readonly string[];
  readonly gaps: readonly string[];
  readonly unpaired: readonly string[];
  readonly unused: readonly string[];
};
type WalkSelection = {
  readonly walks: readonly Walk[];
  /** The machine is like one that left this trail, until a walk comes by one of these places. */
  readonly like?: { readonly trail: WalkTree; readonly until: readonly string[] } | undefined;
};

const shownFailures = 8;
const randomWalks = isFullRun ? 2000 : 60;

/**
 * Replays every walk of the machine's graph against what is written of it; of walks `given`, up to the first failure.
 * Walks that begin alike go alike: a step is judged on the first walk that takes it.
 */
export function checkWalks<Machine extends AnyStateMachine>(
  machine: Machine,
  spec: MachineExpectations<Machine>,
  given?: WalkSelection,
): Findings {
  const real = holdPorts(machine);
  const moves = movesOf(spec.events);
  const label = (snapshot: Step['after']) => labelOf(snapshot, spec.fold ?? (() => ''));
  const coverage = new Coverage(real);
  const becomes = spec.becomes as Becomes;
  const entryFor = entryFinder(becomes);
  const used = new Set<string>();
  const failures = new Map<string, string>();
  const trail = new WalkTree();
  let steps = 0;

  const judge = (step: Step, start: string, move: string | undefined) => {
    const at = label(step.after);
    const before = step.before ? label(step.before) : '';
    const key = move === undefined ? `start: ${start}` : entryFor(before, move);
    if (key) used.add(key);
    let wrong = mismatchOf(key ? becomes[key] : undefined, step, before, at);
    for (const [state, claim] of Object.entries(spec.claims ?? {})) {
      if (wrong !== null || (state !== '*' && !matchesLabel(state, at))) continue;
      used.add(`claim: ${state}`);
      try {
        claim(step.after as SnapshotFrom<Machine>, step);
      } catch (thrown) {
        wrong = `the claim about "${state}" does not hold: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
      }
    }
    return { at, wrong };
  };

  const replay = (walk: Walk) => {
    const spots = trail.of(walk);
    const known = given?.like?.trail.of(walk);
    const isThere = (nth: number) =>
      !known || given?.like?.until.some((place) => known[nth]?.seen?.places.has(place));
    const differs = spots.findIndex((_, nth) => isThere(nth));
    const first = spots.findIndex(({ seen }, nth) => nth >= differs && !seen);
    if (first < 0) return;
    const actor = new Replay(real, spec.inputs[walk.start], first === 0);
    const story: string[] = [];
    let at = '';
    let last: AnyTransitionDefinition | undefined;
    for (const [nth, move] of [undefined, ...walk.moves].entries()) {
      const spot = spots[nth] as (typeof spots)[number];
      const seen = nth < first ? (spot.seen ?? known?.[nth]?.seen) : undefined;
      const before = at;
      at = seen?.at ?? '?';
      let wrong: string | null = null;
      try {
        if (nth === first) actor.watch();
        const step = move === undefined ? actor.start() : actor.take(moves.get(move) as Move);
        steps++;
        if (seen) ({ last } = seen);
        else if (step) {
          last = coverage.see(step, last);
          ({ at, wrong } = judge(step, walk.start, move));
          if (wrong === null) spot.seen = { at, last, places: new Set(given ? [] : placesOf(step)) };
        } else wrong = 'cannot happen here: nothing is open to answer, or no timer runs';
      } catch (thrown) {
        wrong = (thrown as Error).message;
      }
      story.push(at);
      if (wrong === null) continue;
      const key = move === undefined ? `start: ${walk.start}` : `${before} + ${move}`;
      const told = story.map(
        (where, one) => `    ${(walk.moves[one - 1] ?? `start: ${walk.start}`).padEnd(40)} → ${where}`,
      );
      // Walks come shortest first: the first story kept for a key is the shortest.
      if (!failures.has(key)) failures.set(key, `${key}\n  ${wrong}\n${told.join('\n')}`);
      break;
    }
    actor.stop();
  };

  const walks =
    given?.walks ??
    Object.entries(spec.inputs).flatMap(([name, input]) => walksOf(real, name, input, moves, label));
  for (const walk of walks) {
    replay(walk);
    if (given && failures.size > 0) break;
  }
  const written = [
    ...Object.keys(becomes),
    ...Object.keys(spec.claims ?? {}).map((state) => `claim: ${state}`),
  ];
  return {
    walks,
    trail,
    steps,
    covered: coverage.covered(),
    failures: [...failures.values()],
    gaps: coverage.gaps(),
    unpaired: coverage.unpaired(),
    unused: written.filter((key) => !used.has(key)),
  };
}

/** What a machine's tests tell the reports of. */
declare module 'vitest' {
  interface TaskMeta {
    covered?: CoverageCounts & { readonly walks: number; readonly steps: number };
    mutated?: { readonly seeded: number; readonly survivors: Readonly<Record<string, string>> };
  }
}

/** Can the test fail? It walks the machine with one mistake at a time; answers the mistakes that it let pass. */
function survivingFaults<Machine extends AnyStateMachine>(
  machine: Machine,
  spec: MachineExpectations<Machine>,
  { walks, trail }: Findings,
): { seeded: number; survivors: string[] } {
  const clean = (faulty: AnyStateMachine) => {
    const { failures, gaps, unused } = checkWalks(faulty as Machine, spec, { walks });
    return failures.length + gaps.length + unused.length === 0;
  };
  // Only a test that passes the chart as it stands can notice anything.
  if (!clean(rebuiltMachine(machine)))
    return { seeded: 0, survivors: ['none at all: the chart itself does not pass'] };
  const byPlace = trail.byPlace(walks);
  const isHarmless = ({ name }: Fault) => name in (spec.harmless ?? {});
  // Most are noticed on the first walk that comes by; the rest only by what was never walked, or never used.
  const isNoticed = (fault: Fault) => {
    const passing = new Set(fault.places.flatMap((place) => byPlace.get(place) ?? []));
    const like = isHarmless(fault) ? undefined : { trail, until: fault.places };
    return checkWalks(fault.machine as Machine, spec, { walks: [...passing], like }).failures.length > 0;
  };
  const faults = seededFaults(machine);
  const survived = faults.filter(
    (fault) =>
      !isNoticed(fault) &&
      // Of those that are written down, a walk that comes by would have noticed.
      (isHarmless(fault) || clean(fault.machine)),
  );
  return { seeded: faults.length, survivors: survived.map(({ name }) => name) };
}

/** A machine's whole test: every edge and every pair of edges, replayed on a real actor, against what is written by hand. */
export function testMachine<Machine extends AnyStateMachine>(
  machine: Machine,
  spec: MachineExpectations<Machine>,
): void {
  describe(machine.id, () => {
    let kept: Findings | undefined;
    const findings = () => (kept ??= checkWalks(machine, spec));

    test('becomes what is written, on every walk', () => {
      const { failures, walks, steps } = findings();
      if (failures.length > 0)
        throw new Error(
          `${failures.length} of ${machine.id}'s edges are wrong\n\n${failures.slice(0, shownFailures).join('\n\n')}`,
        );
      expect(steps).toBeGreaterThan(walks.length);
    });
    test('walks every state and transition, every guard both ways', ({ task }) => {
      const { covered, walks, steps } = findings();
      task.meta.covered = { ...covered, walks: walks.length, steps };
      expect(findings().gaps).toEqual([]);
    });
    test('walks as many pairs of transitions as ever', () => {
      const { unpaired } = findings();
      if (unpaired.length !== (spec.unpaired ?? 0))
        throw new Error(
          `${unpaired.length} pairs of ${machine.id} are not walked, ${spec.unpaired ?? 0} are said to be:\n${unpaired.join('\n')}`,
        );
    });
    test('uses every expectation and every claim', () => expect(findings().unused).toEqual([]));
    test('notices every seeded fault', ({ task }) => {
      const harmless = spec.harmless ?? {};
      const { seeded, survivors } = survivingFaults(machine, spec, findings());
      task.meta.mutated = {
        seeded,
        survivors: Object.fromEntries(survivors.map((name) => [name, harmless[name] ?? 'nobody says why'])),
      };
      expect(survivors).toEqual(Object.keys(harmless));
    });
    test('keeps its claims and its promises on walks at random', () => {
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
    test('keeps the house rules', () => expect(conventionViolations(machine)).toEqual([]));
  });
}
