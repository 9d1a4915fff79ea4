const waiting: (() => void)[] = [];
const channel = new MessageChannel();
channel.port1.onmessage = () => waiting.shift()?.();

/** Does it by itself, after what is being done now: a step of a scroll does not wait for what it sets going. */
export function afterwards(what: () => void): void {
  waiting.push(what);
  channel.port2.postMessage(null);
}
