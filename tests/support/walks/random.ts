import fc from 'fast-check';
import type { AnyStateMachine } from 'xstate';
import { asMove, eventsOf, type Move } from './moves.ts';
import { holdPorts, Replay, type Step } from './replay.ts';

/** A promise of the specification, told every step of one walk from its start; it throws where it is broken. */
export type Law = () => (step: Step) => void;

type Spec = {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly moves: ReadonlyMap<string, Move>;
  readonly laws: Readonly<Record<string, Law>>;
  readonly label: (snapshot: Step['after']) => string;
};

/**
 * Walks at random, as long as fast-check likes, and holds every law at every step: what walks of the graph cannot
 * see is what only a long history brings about. A broken law is told by the shortest walk that breaks it.
 */
export function walkAtRandom(machine: AnyStateMachine, spec: Spec, runs: number): void {
  const real = holdPorts(machine);
  const walk = (start: string, picks: readonly number[]) => {
    const laws = Object.entries(spec.laws).map(([name, law]) => [name, law()] as const);
    const actor = new Replay(real, spec.inputs[start]);
    const story: string[] = [];
    const look = (move: string, step: Step) => {
      story.push(`    ${move.padEnd(40)} → ${spec.label(step.after)}`);
      const { status, error } = step.after as { status: string; error: unknown };
      if (status === 'error') throw new Error(`threw ${String(error)}\n${story.join('\n')}`);
      for (const [name, holds] of laws) {
        try {
          holds(step);
        } catch (thrown) {
          throw new Error(`${name}: ${(thrown as Error).message}\n${story.join('\n')}`, { cause: thrown });
        }
      }
    };
    try {
      const first = actor.start();
      look(`start: ${start}`, first);
      let { after } = first;
      for (const pick of picks) {
        if (after.status !== 'active') break;
        const offered = [...spec.moves].filter(([, move]) => eventsOf(move, after).length > 0);
        const [name, move] = offered[pick % offered.length] ?? [];
        const step = name && move ? actor.take(move) : null;
        if (!step || !name) continue;
        look(name, step);
        ({ after } = step);
      }
    } finally {
      actor.stop();
    }
  };
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(spec.inputs)), fc.array(fc.nat(999), { maxLength: 60 }), walk),
    { numRuns: runs },
  );
}

export const movesOf = (
  events: Readonly<Record<string, Parameters<typeof asMove>[0]>>,
): ReadonlyMap<string, Move> => new Map(Object.entries(events).map(([name, move]) => [name, asMove(move)]));
