import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Log } from '#server/boot/log.ts';
import { PostgresListener } from '#server/db/postgres-listener.ts';

/** A listener whose database is lost and found again; database-loss.test.ts tests it with a real one. */

class StandIn extends EventEmitter {
  readonly said: string[] = [];
  readonly #refusal: Error | null;
  constructor(refusal: Error | null) {
    super();
    this.#refusal = refusal;
  }
  connect = () => (this.#refusal ? Promise.reject(this.#refusal) : Promise.resolve());
  query = async (text: string) => void (text === 'select 1' || this.said.push(text));
  end = () => Promise.resolve();
}

/** A listener whose connection attempts of these numbers are refused, and what it does. */
function open(...refused: number[]) {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const logged: unknown[] = [];
  const note = (fields: unknown, text?: string) =>
    void logged.push(text === undefined ? fields : [fields, text]);
  const log = { warn: note, info: note } as unknown as Log;
  const clients: StandIn[] = [];
  const at: number[] = [];
  const listener = new PostgresListener(() => {
    const refusal = refused.includes(clients.length)
      ? Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
      : null;
    const client = new StandIn(refusal);
    clients.push(client);
    at.push(performance.now());
    return client as unknown as pg.Client;
  }, log);
  onTestFinished(async () => {
    vi.restoreAllMocks();
    await listener.close();
  });
  return { listener, clients, at, logged };
}

test('each channel’s messages reach its subscribers until the last of them stops', async () => {
  const { listener, clients } = open();
  const payloads: string[] = [];
  const stops = [
    await listener.listen('live', (payload) => payloads.push(`one ${payload}`)),
    await listener.listen('live', (payload) => payloads.push(`other ${payload}`)),
  ];
  await listener.listen('posts', (payload) => payloads.push(`posts ${payload}`));
  const [client] = clients;
  const notify = (channel: string, payload?: string) => client?.emit('notification', { channel, payload });
  notify('live', 'a');
  notify('posts');
  notify('else', 'b');
  await stops[0]?.();
  notify('live', 'c');
  await stops[1]?.();
  await stops[1]?.();
  notify('live', 'd');
  expect(payloads).toEqual(['one a', 'other a', 'posts ', 'other c']);
  expect(new Set(client?.said)).toEqual(new Set(['listen live', 'listen posts', 'unlisten live']));
  expect(client?.said.filter((text) => text.startsWith('unlisten'))).toEqual(['unlisten live']);
  await expect(listener.listen('live; drop table posts', () => {})).rejects.toThrow('not a channel name');
});

test('a listener is current while it listens to every channel that is followed', async () => {
  const { listener, clients } = open();
  const follower = { onMessage: () => {}, onCut: () => {} };
  expect(listener.isCurrent()).toBe(false);
  listener.follow('live', follower);
  await vi.waitFor(() => expect(listener.isCurrent()).toBe(true));
  let answer: (value?: undefined) => void = () => {};
  const answered = new Promise<undefined>((resolve) => (answer = resolve));
  const [client] = clients as [StandIn];
  client.query = () => answered;
  listener.follow('posts', follower);
  expect(listener.isCurrent()).toBe(false);
  answer();
  await vi.waitFor(() => expect(listener.isCurrent()).toBe(true));
});

test('a lost connection is opened again with doubled waits, and then the gap is reported', async () => {
  const { listener, clients, at, logged } = open(1, 2);
  const reports: string[] = [];
  await listener.listen(
    'live',
    (payload) => reports.push(payload),
    () => reports.push('gap'),
  );
  listener.follow('posts', {
    onMessage: (payload) => reports.push(payload),
    onCut: () => reports.push('cut'),
  });
  await vi.waitFor(() => expect(listener.isCurrent()).toBe(true));
  const lost = performance.now();
  clients[0]?.emit('error', new Error('cut'));
  // One loss may emit more than one event.
  clients[0]?.emit('end');
  expect([reports.splice(0), listener.isCurrent()]).toEqual([['cut'], false]);

  await vi.waitFor(() => expect(logged).toHaveLength(3));
  const waits = [lost, ...at.slice(1)].map((from, nth, all) => (all[nth + 1] ?? from) - from).slice(0, -1);
  // Timers may come a little early, and late on a busy machine.
  waits.forEach((wait, nth) => expect(wait).toBeGreaterThan([45, 95, 195][nth] ?? Infinity));
  expect(logged).toEqual([
    [{ code: 'ECONNREFUSED' }, 'cannot listen to the database'],
    [{ code: 'ECONNREFUSED' }, 'cannot listen to the database'],
    'listening to the database again',
  ]);
  expect(clients[3]?.said).toEqual(['listen live', 'listen posts']);
  clients[3]?.emit('notification', { channel: 'live', payload: 'a' });
  expect(reports).toEqual(['gap', 'cut', 'a']);
});
