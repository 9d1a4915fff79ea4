import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Mutex } from '#contract/mutex.ts';
import { errorCode } from './errors.ts';
import type { Log } from '#server/boot/log.ts';
import type { Follower, StopListening } from './open.ts';

type Subscriber = {
  onMessage: (payload: string) => void;
  onGap?: (() => void) | undefined;
  onLost?: (() => void) | undefined;
};

/**
 * Milliseconds between two heartbeats: a dead connection is noticed only by a query. Its response comes after all messages sent
 * before the query.
 */
const pulseInterval = 300;
/** Age in ms of the last heartbeat from which messages may be missing. */
const maxSilence = 900;
/** Milliseconds between two attempts of a follower to subscribe. */
const followInterval = 1_000;

/** A connection that runs its queries one after another: the driver takes one at a time. */
type Connection = { query(text: string): Promise<unknown>; end(): Promise<void> };

function queued(client: pg.Client): Connection {
  const queue = new Mutex();
  return { query: (text) => queue.run(() => client.query(text)), end: () => client.end() };
}

/** One connection that listens on every channel; when lost, it reconnects and reports the gap. */
export class PostgresListener {
  readonly #connect: () => pg.Client;
  readonly #log: Log;
  readonly #channels = new Map<string, Set<Subscriber>>();
  #connection: Promise<Connection> | null = null;
  /** When the last heartbeat that was answered was sent. */
  #heardAt = -Infinity;
  /** Channels of followers, and whether each is subscribed. */
  readonly #followed = new Map<string, boolean>();
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
    const subscribers = this.#subscribersOf(channel);
    const subscriber: Subscriber = { onMessage, onGap };
    subscribers.add(subscriber);
    try {
      await this.#listenOn(channel);
    } catch (error) {
      subscribers.delete(subscriber);
      throw error;
    }
    return async () => {
      if (!subscribers.delete(subscriber) || subscribers.size > 0) return;
      this.#channels.delete(channel);
      const connection = await this.#connection?.catch(() => null);
      await connection?.query(`unlisten ${channel}`).catch(() => {});
    };
  }

  /** Subscribes until this is closed, and retries by itself. */
  follow(channel: string, { onMessage, onCut }: Pick<Follower, 'onMessage' | 'onCut'>): void {
    this.#subscribersOf(channel).add({ onMessage, onGap: onCut, onLost: onCut });
    this.#followed.set(channel, false);
    const begin = async () => {
      while (!this.#followed.get(channel)) {
        try {
          await this.#listenOn(channel);
          this.#followed.set(channel, true);
        } catch {
          await sleep(followInterval, undefined, { signal: this.#closing.signal, ref: false });
        }
      }
    };
    // It rejects only when close() aborts the wait.
    begin().catch(() => {});
  }

  /** Whether followers have received everything sent more than `maxSilence` ms ago. */
  isCurrent(): boolean {
    const isFollowing = this.#followed.size > 0 && [...this.#followed.values()].every(Boolean);
    return isFollowing && performance.now() - this.#heardAt < maxSilence;
  }

  #subscribersOf(channel: string): Set<Subscriber> {
    if (!/^[a-z_]+$/.test(channel)) throw new Error(`not a channel name: ${channel}`);
    const subscribers = this.#channels.get(channel) ?? new Set<Subscriber>();
    this.#channels.set(channel, subscribers);
    return subscribers;
  }

  async #listenOn(channel: string): Promise<void> {
    const opening = (this.#connection ??= this.#open());
    try {
      const connection = await opening;
      await connection.query(`listen ${channel}`);
    } catch (error) {
      // If the connection was lost meanwhile, another one is being opened.
      if (this.#connection === opening) this.#connection = null;
      throw error;
    }
  }

  async #open(): Promise<Connection> {
    const client = this.#connect();
    client.on('error', () => {});
    await client.connect();
    const connection = queued(client);
    try {
      for (const channel of this.#channels.keys()) await connection.query(`listen ${channel}`);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    this.#watch(client, connection);
    return connection;
  }

  #watch(client: pg.Client, connection: Connection): void {
    const lost = new AbortController();
    const onLost = () => {
      if (lost.signal.aborted) return;
      lost.abort();
      this.#heardAt = -Infinity;
      this.#notifySubscribers('onLost');
      void client.end().catch(() => {});
      if (!this.#closing.signal.aborted) this.#reopen(50);
    };
    this.#pulse(connection, lost.signal).catch(onLost);
    client.on('error', onLost);
    client.on('end', onLost);
    client.on('notification', ({ channel, payload }) => {
      for (const { onMessage } of this.#channels.get(channel) ?? []) onMessage(payload ?? '');
    });
  }

  #notifySubscribers(what: 'onGap' | 'onLost'): void {
    for (const subscribers of this.#channels.values())
      for (const subscriber of subscribers) subscriber[what]?.();
  }

  /** Sends heartbeats; rejects when one fails or the signal is aborted. */
  async #pulse(connection: Connection, signal: AbortSignal): Promise<never> {
    for (;;) {
      const asked = performance.now();
      await connection.query('select 1');
      signal.throwIfAborted();
      this.#heardAt = asked;
      await sleep(pulseInterval, undefined, { signal, ref: false });
    }
  }

  /** Reconnects after a wait. Whoever subscribes meanwhile waits for this attempt, and fails with it. */
  #reopen(wait: number): void {
    const opening = this.#openAfter(wait + Math.random() * wait);
    this.#connection = opening;
    const settle = async () => {
      try {
        await opening;
        this.#log.info('listening to the database again');
        this.#notifySubscribers('onGap');
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        // Waits grow to at most a second: streams get no events until it succeeds. Only the first attempts are logged.
        if (wait < 500) this.#log.warn({ code: errorCode(error) }, 'cannot listen to the database');
        this.#reopen(Math.min(wait * 2, 500));
      }
    };
    void settle();
  }

  async #openAfter(wait: number): Promise<Connection> {
    await sleep(wait, undefined, { signal: this.#closing.signal });
    return this.#open();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const connection = await this.#connection?.catch(() => null);
    await connection?.end().catch(() => {});
  }
}
