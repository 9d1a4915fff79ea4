import { useLayoutEffect, useState, type ReactNode } from 'react';

type Turn = () => void;

/** Rendering is queued for this many milliseconds after a scroll event. */
const rest = 150;
/** Tasks of components that have begun rendering, and of those that have not. */
const parts = new Set<Turn>();
const waiting = new Set<Turn>();
let scrolledAt = -rest;
let taking = false;

window.addEventListener('scroll', () => (scrolledAt = performance.now()), { capture: true, passive: true });

/**
 * Runs the tasks in their order: one per frame, two where frames are fast. A component that has begun is
 * finished first: it would push down what follows.
 */
function take(before: number): void {
  taking = parts.size + waiting.size > 0;
  if (!taking) return;
  requestAnimationFrame((now) => {
    const [next] = waiting;
    const turns = [...parts, ...(next ? [next] : [])].slice(0, now - before < 20 ? 2 : 1);
    for (const turn of turns) {
      parts.delete(turn);
      waiting.delete(turn);
      turn();
    }
    take(now);
  });
}

function ask(turn: Turn, among: Set<Turn>): () => void {
  among.add(turn);
  if (!taking) take(performance.now());
  return () => void among.delete(turn);
}

/**
 * Whether this may render: at once while the page does not scroll; while it does, one task after another, so
 * that no scroll step waits for all of them. A `part` of a component that has begun goes first.
 */
export function useTurn(part = false): boolean {
  const [mine, setMine] = useState(() => performance.now() - scrolledAt > rest);
  // Layout effect: queued before the next frame, which would run another task.
  useLayoutEffect(() => (mine ? undefined : ask(() => setMine(true), part ? parts : waiting)), [mine, part]);
  return mine;
}

export function PartInTurn({ children }: { children: ReactNode }): ReactNode {
  return useTurn(true) ? children : null;
}
