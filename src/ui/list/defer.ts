const tasks: (() => void)[] = [];
const { port1, port2 } = new MessageChannel();
port1.addEventListener('message', () => tasks.shift()?.());
port1.start();

/** Runs a task in a macrotask of its own, so that a scroll handler does not wait for it. */
export function defer(what: () => void): void {
  tasks.push(what);
  port2.postMessage(null);
}

/** Runs a task once what is in the document now is painted, unless the returned function is called before. */
export function afterPaint(what: () => void): () => void {
  let isCancelled = false;
  requestAnimationFrame(() => defer(() => isCancelled || what()));
  return () => (isCancelled = true);
}

/** Resolves once what is in the document now is painted; at once where nothing is, in a hidden page. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) return resolve();
    const done = () => {
      document.removeEventListener('visibilitychange', done);
      resolve();
    };
    afterPaint(done);
    document.addEventListener('visibilitychange', done);
  });
