import { useLayoutEffect, useState, type ReactNode } from 'react';

type Turn = () => void;

/** What is asked for so soon after a step of the scroll is drawn in its turn. */
const rest = 150;
/** The parts of what has had its turn, and what has not. */
const parts = new Set<Turn>();
const waiting = new Set<Turn>();
let scrolledAt = -rest;
let taking = false;

window.addEventListener('scroll', () => (scrolledAt = performance.now()), { capture: true, passive: true });

/**
 * In the order in which they asked: one a frame, two where frames come fast. What is begun is whole before anything
 * below it is drawn, which it would push on.
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
 * May this be drawn? At once while the page is at rest; while it is scrolled, one thing after the other, so that no step
 * waits for all that it brings into sight. A `part` of what was drawn so comes before anything else.
 */
export function useTurn(part = false): boolean {
  const [mine, setMine] = useState(() => performance.now() - scrolledAt > rest);
  // Asked for before the next frame, which would give the turn to another.
  useLayoutEffect(() => (mine ? undefined : ask(() => setMine(true), part ? parts : waiting)), [mine, part]);
  return mine;
}

export function PartInTurn({ children }: { children: ReactNode }): ReactNode {
  return useTurn(true) ? children : null;
}
