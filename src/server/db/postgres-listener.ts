import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { errorCode } from './errors.ts';
import type { Log } from '#server/boot/log.ts';
import type { StopListening } from './open.ts';

type Subscriber = { onMessage: (payload: string) => void; onGap: (() => void) | undefined };

/** Milliseconds between two signs of life: a connection that is silent shows only on use. */
const pulseInterval = 4_000;

/** One connection that listens on every channel; when lost, it reconnects and reports the gap. */
export class PostgresListener {
  readonly #connect: () => pg.Client;
  readonly #log: Log;
  readonly #channels = new Map<string, Set<Subscriber>>();
  #client: Promise<pg.Client> | null = null;
  readonly #closing = new AbortController();

  constructor(connect: () => pg.Client, log: Log) {
    this.#connect = connect;
    this.#log = log;
  }

  async listen(
    channel: string,
    onMessage: (payload: string) => void,
    onGap?: () => void,
  ): Promise<StopListening> {
    if (!/^[a-z_]+$/.test(channel)) throw new Error(`not a channel name: ${channel}`);
    const subscriber: Subscriber = { onMessage, onGap };
    const subscribers = this.#channels.get(channel) ?? new Set<Subscriber>();
    this.#channels.set(channel, subscribers.add(subscriber));
    const leave = async () => {
      if (!subscribers.delete(subscriber) || subscribers.size > 0) return;
      this.#channels.delete(channel);
      const client = await this.#client?.catch(() => null);
      await client?.query(`unlisten ${channel}`).catch(() => {});
    };
    const opening = (this.#client ??= this.#open());
    try {
      const client = await opening;
      await client.query(`listen ${channel}`);
    } catch (error) {
      subscribers.delete(subscriber);
      // Lost since it was opened, another is on its way already.
      if (this.#client === opening) this.#client = null;
      throw error;
    }
    return leave;
  }

  async #open(): Promise<pg.Client> {
    const client = this.#connect();
    client.on('error', () => {});
    await client.connect();
    try {
      for (const channel of this.#channels.keys()) await client.query(`listen ${channel}`);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    this.#watch(client);
    return client;
  }

  #watch(client: pg.Client): void {
    const lost = new AbortController();
    const onLost = () => {
      if (lost.signal.aborted) return;
      lost.abort();
      void client.end().catch(() => {});
      if (this.#closing.signal.aborted) return;
      this.#client = this.#reopen();
      // Only close() ends the retries; callers that await the client see the error there.
      this.#client.catch(() => {});
    };
    this.#pulse(client, lost.signal).catch(onLost);
    client.on('error', onLost);
    client.on('end', onLost);
    client.on('notification', ({ channel, payload }) => {
      for (const { onMessage } of this.#channels.get(channel) ?? []) onMessage(payload ?? '');
    });
  }

  /** Asks for a sign of life again and again; rejects when there is none, or the signal ends it. */
  async #pulse(client: pg.Client, signal: AbortSignal): Promise<never> {
    for (;;) {
      await sleep(pulseInterval, undefined, { signal, ref: false });
      await client.query('select 1');
    }
  }

  async #reopen(): Promise<pg.Client> {
    // At most a second between two tries: streams are mute until one succeeds.
    for (let wait = 50; ; wait = Math.min(wait * 2, 500)) {
      await sleep(wait + Math.random() * wait, undefined, { signal: this.#closing.signal });
      try {
        const client = await this.#open();
        this.#log.info('listening to the database again');
        for (const subscribers of this.#channels.values()) for (const { onGap } of subscribers) onGap?.();
        return client;
      } catch (error) {
        // The tries after these tell nothing new.
        if (wait < 500) this.#log.warn({ code: errorCode(error) }, 'cannot listen to the database');
      }
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const client = await this.#client?.catch(() => null);
    await client?.end().catch(() => {});
  }
}
