import { expect } from 'vitest';
import type { LiveEvent } from '#contract/live-events.ts';

/** An open stream of live events. */
export type EventStream = {
  readonly status: number;
  /** The events so far. */
  readonly events: readonly LiveEvent[];
  /** The last id of its `id:` lines. */
  lastId(): number;
  /** Resolves once `count` events have arrived; after a timeout rejects with an error that lists them. */
  until(count: number): Promise<readonly LiveEvent[]>;
  readonly ended: Promise<void>;
  close(): void;
};

/** Opens `GET events/` and waits for its first lines. */
export async function openEventStream(url: string, token: string, after?: number): Promise<EventStream> {
  const hangUp = new AbortController();
  const response = await fetch(new URL('/api/events/', url), {
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Token ${token}`,
      ...(after === undefined ? {} : { 'Last-Event-ID': String(after) }),
    },
    signal: hangUp.signal,
  });
  const events: LiveEvent[] = [];
  let id = 0;
  let markOpen = () => {};
  const opened = new Promise<void>((resolve) => (markOpen = resolve));
  const read = async () => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of response.body ?? []) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        for (const line of part.split('\n')) {
          if (line.startsWith('id: ')) id = Number(line.slice(4));
          if (line.startsWith('data: ')) events.push(JSON.parse(line.slice(6)) as LiveEvent);
          if (line === ': hello') markOpen();
        }
      }
    }
  };
  const ended = response.ok ? read().catch(() => {}) : Promise.resolve();
  await Promise.race([opened, ended]);
  return {
    status: response.status,
    events,
    lastId: () => id,
    ended,
    async until(count) {
      await expect
        .poll(() => events.length, { message: `events that came: ${JSON.stringify(events)}` })
        .toBeGreaterThanOrEqual(count);
      return events;
    },
    close: () => hangUp.abort(),
  };
}
