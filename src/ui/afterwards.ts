const waiting: (() => void)[] = [];
const { port1, port2 } = new MessageChannel();
port1.addEventListener('message', () => waiting.shift()?.());
port1.start();

/** Does it by itself, after what is being done now: a step of a scroll does not wait for what it sets going. */
export function afterwards(what: () => void): void {
  waiting.push(what);
  port2.postMessage(null);
}
