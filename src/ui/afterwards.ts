const waiting: (() => void)[] = [];
const { port1, port2 } = new MessageChannel();
port1.addEventListener('message', () => waiting.shift()?.());
port1.start();

/** Runs a task in a macrotask of its own, so that a scroll handler does not wait for it. */
export function afterwards(what: () => void): void {
  waiting.push(what);
  port2.postMessage(null);
}
