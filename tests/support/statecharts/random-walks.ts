import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { AnyEventObject, AnyStateMachine } from 'xstate';
import { asMove, eventsOf, type Move } from './moves.ts';
import type { Walk } from './graph.ts';
import { holdPorts, Replay, type Step } from './replay.ts';

/** A rule over a whole walk: starts an observer that gets every step from the start, and throws when the rule is broken. */
export type Law = () => (step: Step) => void;

/** The event that caused a step; `start` for the first one. */
export const causeOf = ({ before, microsteps }: Step): AnyEventObject =>
  (before && microsteps[0]?.event) ?? { type: 'start' };

/** A law: the port is not called again before it has answered, or an event of `givenUp` cancelled it. */
export const oneCallAtATime =
  (port: string, givenUp = /^xstate\.after\./): Law =>
  () => {
    let isOut = false;
    return (step) => {
      const { type } = causeOf(step);
      if (type.endsWith(`.actor.${port}`) || givenUp.test(type)) isOut = false;
      if (!(port in step.calls)) return;
      expect(isOut, `${port} is still to answer`).toBe(false);
      isOut = true;
    };
  };

type Spec = {
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The walks whose ends the random walks start from. */
  readonly walks: readonly Walk[];
  readonly moves: ReadonlyMap<string, Move>;
  readonly laws: Readonly<Record<string, Law>>;
  readonly label: (snapshot: Step['after']) => string;
};

/**
 * Continues walks of the graph with random moves and checks every law at every step, to find what only a long history
 * causes. A failure is shrunk to the shortest walk that breaks the law.
 */
export function checkRandomWalks(machine: AnyStateMachine, spec: Spec, runs: number): void {
  const heldMachine = holdPorts(machine);
  const moveBy = (name: string) => spec.moves.get(name) as Move;
  const walk = (prefix: Walk, picks: readonly number[]) => {
    const laws = Object.entries(spec.laws).map(([name, law]) => [name, law()] as const);
    const actor = new Replay(heldMachine, spec.inputs[prefix.start]);
    const trace: string[] = [];
    const checkLaws = (move: string, step: Step) => {
      trace.push(`    ${move.padEnd(40)} → ${spec.label(step.after)}`);
      const { status, error } = step.after as { status: string; error: unknown };
      if (status === 'error') throw new Error(`threw ${String(error)}\n${trace.join('\n')}`);
      for (const [name, holds] of laws) {
        try {
          holds(step);
        } catch (thrown) {
          throw new Error(`${name}: ${(thrown as Error).message}\n${trace.join('\n')}`, { cause: thrown });
        }
      }
    };
    try {
      const first = actor.start();
      checkLaws(`start: ${prefix.start}`, first);
      let { after } = first;
      for (const pick of [...prefix.moves, ...picks]) {
        if (after.status !== 'active') break;
        const offered = [...spec.moves.keys()].filter((name) => eventsOf(moveBy(name), after).length > 0);
        const name = typeof pick === 'string' ? pick : offered[pick % offered.length];
        const step = name === undefined ? null : actor.perform(moveBy(name));
        if (!step || name === undefined) continue;
        checkLaws(name, step);
        ({ after } = step);
      }
    } finally {
      actor.stop();
    }
  };
  fc.assert(fc.property(fc.constantFrom(...spec.walks), fc.array(fc.nat(999), { maxLength: 60 }), walk), {
    numRuns: runs,
  });
}

export const movesOf = (
  events: Readonly<Record<string, Parameters<typeof asMove>[0]>>,
): ReadonlyMap<string, Move> => new Map(Object.entries(events).map(([name, move]) => [name, asMove(move)]));
