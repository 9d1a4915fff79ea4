import { useLayoutEffect, useState, type ReactNode } from 'react';

type RenderTask = () => void;

/** Rendering is queued for this many milliseconds after a scroll event. */
const scrollIdleMs = 150;
/** Tasks of components that are partly rendered, and of those that are not rendered at all. */
const partTasks = new Set<RenderTask>();
const tasks = new Set<RenderTask>();
let scrolledAt = -scrollIdleMs;
let running = false;

window.addEventListener('scroll', () => (scrolledAt = performance.now()), { capture: true, passive: true });

/**
 * Runs the tasks in order: one per frame, two if frames are short. A component that is partly rendered is finished first,
 * because its parts push down what follows.
 */
function runQueue(before: number): void {
  running = partTasks.size + tasks.size > 0;
  if (!running) return;
  requestAnimationFrame((now) => {
    const [next] = tasks;
    const turns = [...partTasks, ...(next ? [next] : [])].slice(0, now - before < 20 ? 2 : 1);
    for (const turn of turns) {
      partTasks.delete(turn);
      tasks.delete(turn);
      turn();
    }
    runQueue(now);
  });
}

function enqueue(turn: RenderTask, among: Set<RenderTask>): () => void {
  among.add(turn);
  if (!running) runQueue(performance.now());
  return () => void among.delete(turn);
}

/**
 * Whether this may render: at once while the page is not scrolling; during a scroll one task after another, so
 * that no scroll frame waits for all of them. A `part` of a component that is partly rendered goes first.
 */
export function useQueuedRender(part = false): boolean {
  const [mine, setMine] = useState(() => performance.now() - scrolledAt > scrollIdleMs);
  // Layout effect: queued before the next frame, which would run another task.
  useLayoutEffect(
    () => (mine ? undefined : enqueue(() => setMine(true), part ? partTasks : tasks)),
    [mine, part],
  );
  return mine;
}

export function QueuedPart({ children }: { children: ReactNode }): ReactNode {
  return useQueuedRender(true) ? children : null;
}
