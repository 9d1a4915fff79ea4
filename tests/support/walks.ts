import { describe, expect, test } from 'vitest';
import type { AnyStateMachine, ContextFrom, EventFromLogic, InputFrom, SnapshotFrom } from 'xstate';
import { entryFor, labelOf, speaksOf, wrongWith, type Becomes } from './walks/becomes.ts';
import { Coverage, houseRules } from './walks/coverage.ts';
import { respelled, seededFaults } from './walks/faults.ts';
import { walksOf, type Walk } from './walks/graph.ts';
import { asMove, type Move } from './walks/moves.ts';
import { holdPorts, Replay, type Step } from './walks/replay.ts';

export { after, delayed, done, error, from, when } from './walks/moves.ts';
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
  /** Seeded faults, by name, that change nothing anybody can see, and why. */
  readonly harmless?: Readonly<Record<string, string>>;
};

type Findings = {
  walks: readonly Walk[];
  steps: number;
  failures: string[];
  gaps: string[];
  unused: string[];
};

const shown = 8;

/** Replays every walk of the machine's graph against what is written of it; of walks `given`, up to the first failure. */
export function walkAll<Machine extends AnyStateMachine>(
  machine: Machine,
  spec: EveryEdge<Machine>,
  given?: readonly Walk[],
): Findings {
  const real = holdPorts(machine);
  const moves = new Map(Object.entries(spec.events).map(([name, move]) => [name, asMove(move)]));
  const label = (snapshot: Step['after']) => labelOf(snapshot, spec.fold ?? (() => ''));
  const coverage = new Coverage(real);
  const becomes = spec.becomes as Becomes;
  const used = new Set<string>();
  const failures = new Map<string, string>();
  let steps = 0;

  const judge = (
    step: Step,
    start: string,
    move: string | undefined,
  ): { at: string; wrong: string | null; key: string } => {
    steps++;
    coverage.see(step);
    const at = label(step.after);
    const before = step.before ? label(step.before) : '';
    const key = move === undefined ? `start: ${start}` : entryFor(becomes, before, move);
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
    steps,
    failures: [...failures.values()],
    gaps: coverage.gaps(),
    unused: written.filter((key) => !used.has(key)),
  };
}

/** Can the test fail? It walks the machine with one mistake at a time; answers the mistakes that it let pass. */
function survivors<Machine extends AnyStateMachine>(
  machine: Machine,
  spec: EveryEdge<Machine>,
  walks: readonly Walk[],
): string[] {
  const clean = (faulty: AnyStateMachine) => {
    const { failures, gaps, unused } = walkAll(faulty as Machine, spec, walks);
    return failures.length + gaps.length + unused.length === 0;
  };
  // Only a test that passes the chart as it stands can notice anything.
  if (!clean(respelled(machine))) return ['none at all: the chart itself does not pass'];
  return seededFaults(machine)
    .filter((fault) => clean(fault.machine))
    .map(({ name }) => name);
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
    test('walks every state and transition, every guard both ways', () =>
      expect(findings().gaps).toEqual([]));
    test('uses every expectation and every claim', () => expect(findings().unused).toEqual([]));
    test('notices every seeded fault', () => {
      const harmless = Object.keys(spec.harmless ?? {});
      expect(survivors(machine, spec, findings().walks)).toEqual(harmless);
    });
    test('keeps the house rules', () => expect(houseRules(machine)).toEqual([]));
  });
}
