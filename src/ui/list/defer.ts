const tasks: (() => void)[] = [];
const { port1, port2 } = new MessageChannel();
port1.addEventListener('message', () => tasks.shift()?.());
port1.start();

/** Runs a task in a macrotask of its own, so that a scroll handler does not wait for it. */
export function defer(what: () => void): void {
  tasks.push(what);
  port2.postMessage(null);
}

/** Runs a task after the next paint, unless the returned function is called before. */
export function afterPaint(what: () => void): () => void {
  let isCancelled = false;
  requestAnimationFrame(() => defer(() => isCancelled || what()));
  return () => (isCancelled = true);
}
