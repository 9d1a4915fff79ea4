import { useEffect, useState, type ReactNode } from 'react';

type Turn = () => void;

/** What is asked for so soon after a step of the scroll is drawn in its turn. */
const rest = 150;
const waiting = new Set<Turn>();
let scrolledAt = -rest;
let taking = false;

window.addEventListener('scroll', () => (scrolledAt = performance.now()), { capture: true, passive: true });

/** In the order in which they asked: one a frame, two where frames come fast. */
function take(before: number): void {
  taking = waiting.size > 0;
  if (!taking) return;
  requestAnimationFrame((now) => {
    const turns = [...waiting].slice(0, now - before < 20 ? 2 : 1);
    for (const turn of turns) {
      waiting.delete(turn);
      turn();
    }
    take(now);
  });
}

function ask(turn: Turn): () => void {
  waiting.add(turn);
  if (!taking) take(performance.now());
  return () => void waiting.delete(turn);
}

/**
 * May this be drawn? At once while the page is at rest; while it is scrolled, one thing after the other, so that no step
 * waits for all that it brings into sight.
 */
export function useTurn(): boolean {
  const [mine, setMine] = useState(() => performance.now() - scrolledAt > rest);
  useEffect(() => (mine ? undefined : ask(() => setMine(true))), [mine]);
  return mine;
}

export function InTurn({ children }: { children: ReactNode }): ReactNode {
  return useTurn() ? children : null;
}
