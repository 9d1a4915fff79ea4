import { describe, expect, test } from 'vitest';
import type { AnyStateMachine, ContextFrom, EventFromLogic, InputFrom, SnapshotFrom } from 'xstate';
import { entries, labelOf, speaksOf, wrongWith, type Becomes } from './walks/becomes.ts';
import { Coverage, houseRules, placesOf, type Covered } from './walks/coverage.ts';
import { respelled, seededFaults } from './walks/faults.ts';
import { walksOf, type Walk } from './walks/graph.ts';
import { type Move } from './walks/moves.ts';
import { movesOf, walkAtRandom, type Law } from './walks/random.ts';
import { holdPorts, Replay, type Step } from './walks/replay.ts';

export { after, delayed, done, error, from, when } from './walks/moves.ts';
export type { Law } from './walks/random.ts';
export { neighbour } from './walks/replay.ts';

/** What a machine's test writes by hand; /README's glossary of it is the first test in tests/machines. */
export type EveryEdge<Machine extends AnyStateMachine> = {
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
  /** Seeded faults, by name, that change nothing anybody can see, and why. */
  readonly harmless?: Readonly<Record<string, string>>;
};

/** A claim: these are the state's tags, and no others. */
export const tagged =
  (...tags: readonly string[]) =>
  (snapshot: { readonly tags: ReadonlySet<string> }): void =>
    expect([...snapshot.tags].sort()).toEqual([...tags].sort());

type Findings = {
  walks: readonly Walk[];
  /** Where each of them has been. */
  touched: readonly ReadonlySet<string>[];
  steps: number;
  covered: Covered;
  failures: string[];
  gaps: string[];
  unused: string[];
};

const shown = 8;
const randomWalks = import.meta.env.MODE === 'full' ? 2000 : 60;

/** Replays every walk of the machine's graph against what is written of it; of walks `given`, up to the first failure. */
export function walkAll<Machine extends AnyStateMachine>(
  machine: Machine,
  spec: EveryEdge<Machine>,
  given?: readonly Walk[],
): Findings {
  const real = holdPorts(machine);
  const moves = movesOf(spec.events);
  const label = (snapshot: Step['after']) => labelOf(snapshot, spec.fold ?? (() => ''));
  const coverage = new Coverage(real);
  const becomes = spec.becomes as Becomes;
  const entryFor = entries(becomes);
  const used = new Set<string>();
  const failures = new Map<string, string>();
  let steps = 0;
  let places = new Set<string>();

  const judge = (
    step: Step,
    start: string,
    move: string | undefined,
  ): { at: string; wrong: string | null; key: string } => {
    steps++;
    coverage.see(step);
    if (!given) for (const place of placesOf(step)) places.add(place);
    const at = label(step.after);
    const before = step.before ? label(step.before) : '';
    const key = move === undefined ? `start: ${start}` : entryFor(before, move);
    if (key) used.add(key);
    let wrong = wrongWith(key ? becomes[key] : undefined, step, before, at);
    for (const [state, claim] of Object.entries(spec.claims ?? {})) {
      if (wrong !== null || (state !== '*' && !speaksOf(state, at))) continue;
      used.add(`claim: ${state}`);
      try {
        claim(step.after as SnapshotFrom<Machine>, step);
      } catch (thrown) {
        wrong = `the claim about "${state}" does not hold: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
      }
    }
    return { at, wrong, key: move === undefined ? `start: ${start}` : `${before} + ${move}` };
  };

  const replay = (walk: Walk) => {
    const actor = new Replay(real, spec.inputs[walk.start]);
    const story: string[] = [];
    for (const move of [undefined, ...walk.moves]) {
      let judged: ReturnType<typeof judge>;
      try {
        const step = move === undefined ? actor.start() : actor.take(moves.get(move) as Move);
        judged = step
          ? judge(step, walk.start, move)
          : {
              at: '?',
              wrong: 'cannot happen here: nothing is open to answer, or no timer runs',
              key: `${story.at(-1)} + ${move}`,
            };
      } catch (thrown) {
        judged = { at: '?', wrong: (thrown as Error).message, key: `${story.at(-1)} + ${move}` };
      }
      story.push(`    ${(move ?? `start: ${walk.start}`).padEnd(40)} → ${judged.at}`);
      if (judged.wrong === null) continue;
      // Walks come shortest first: the first story kept for a key is the shortest.
      if (!failures.has(judged.key))
        failures.set(judged.key, `${judged.key.trim()}\n  ${judged.wrong}\n${story.join('\n')}`);
      break;
    }
    actor.stop();
  };

  const walks =
    given ?? Object.entries(spec.inputs).flatMap(([name, input]) => walksOf(real, name, input, moves, label));
  const touched: ReadonlySet<string>[] = [];
  for (const walk of walks) {
    places = new Set();
    replay(walk);
    touched.push(places);
    if (given && failures.size > 0) break;
  }
  const written = [
    ...Object.keys(becomes),
    ...Object.keys(spec.claims ?? {}).map((state) => `claim: ${state}`),
  ];
  return {
    walks,
    touched,
    steps,
    covered: coverage.covered(),
    failures: [...failures.values()],
    gaps: coverage.gaps(),
    unused: written.filter((key) => !used.has(key)),
  };
}

/** What a machine's tests tell the reports of. */
declare module 'vitest' {
  interface TaskMeta {
    covered?: Covered & { readonly walks: number; readonly steps: number };
    mutated?: { readonly seeded: number; readonly survivors: Readonly<Record<string, string>> };
  }
}

/** Can the test fail? It walks the machine with one mistake at a time; answers the mistakes that it let pass. */
function mutate<Machine extends AnyStateMachine>(
  machine: Machine,
  spec: EveryEdge<Machine>,
  { walks, touched }: Findings,
): { seeded: number; survivors: string[] } {
  const caughtBy = (faulty: AnyStateMachine, some: readonly Walk[]) =>
    walkAll(faulty as Machine, spec, some).failures.length > 0;
  const clean = (faulty: AnyStateMachine) => {
    const { failures, gaps, unused } = walkAll(faulty as Machine, spec, walks);
    return failures.length + gaps.length + unused.length === 0;
  };
  // Only a test that passes the chart as it stands can notice anything.
  if (!clean(respelled(machine)))
    return { seeded: 0, survivors: ['none at all: the chart itself does not pass'] };
  // Most are noticed on the first walk that comes by; the rest only by what was never walked, or never used.
  const passing = ({ places }: { places: readonly string[] }) =>
    walks.filter((_, index) => places.some((place) => touched[index]?.has(place)));
  const faults = seededFaults(machine);
  const survived = faults.filter(
    (fault) =>
      !caughtBy(fault.machine, passing(fault)) &&
      // Of those that are written down, a walk that comes by would have noticed.
      (fault.name in (spec.harmless ?? {}) || clean(fault.machine)),
  );
  return { seeded: faults.length, survivors: survived.map(({ name }) => name) };
}

/** A machine's whole test: every edge and every pair of edges, replayed on a real actor, against what is written by hand. */
export function everyEdge<Machine extends AnyStateMachine>(machine: Machine, spec: EveryEdge<Machine>): void {
  describe(machine.id, () => {
    let kept: Findings | undefined;
    const findings = () => (kept ??= walkAll(machine, spec));

    test('becomes what is written, on every walk', () => {
      const { failures, walks, steps } = findings();
      if (failures.length > 0)
        throw new Error(
          `${failures.length} of ${machine.id}'s edges are wrong\n\n${failures.slice(0, shown).join('\n\n')}`,
        );
      expect(steps).toBeGreaterThan(walks.length);
    });
    test('walks every state and transition, every guard both ways', ({ task }) => {
      const { covered, walks, steps } = findings();
      task.meta.covered = { ...covered, walks: walks.length, steps };
      expect(findings().gaps).toEqual([]);
    });
    test('uses every expectation and every claim', () => expect(findings().unused).toEqual([]));
    test('notices every seeded fault', ({ task }) => {
      const harmless = spec.harmless ?? {};
      const { seeded, survivors } = mutate(machine, spec, findings());
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
          if (state === '*' || speaksOf(state, label(step.after)))
            claim(step.after as SnapshotFrom<Machine>, step);
        },
      ]);
      const laws = { ...Object.fromEntries(claims), ...spec.laws };
      walkAtRandom(machine, { inputs: spec.inputs, moves: movesOf(spec.events), laws, label }, randomWalks);
    });
    test('keeps the house rules', () => expect(houseRules(machine)).toEqual([]));
  });
}
