import { isCollision, isDatabaseUnavailable } from '#server/db/errors.ts';
import type { Database } from '#server/db/open.ts';
import { writeBets, type BetOutcome, type BetsOfRequest } from './write-bets.ts';

/** One statement writes no more: it holds the locks of all of them until it ends. */
const maxRequests = 64;
/** While one waits for the disk the next is at work. */
const maxGroups = 2;

type Waiting = {
  readonly request: BetsOfRequest;
  resolve(outcome: BetOutcome | null): void;
  reject(error: unknown): void;
};

/**
 * The bets of a process: those that arrive while others are being written wait, and are then written together in one
 * statement, which is one transaction.
 */
class BetQueue {
  readonly #db: Database['db'];
  #waiting: Waiting[] = [];
  #groups = 0;
  #isDue = false;

  constructor({ db }: Database) {
    this.#db = db;
  }

  /** Null: it was not written, and has to be tried in a transaction of its own. */
  write(request: BetsOfRequest): Promise<BetOutcome | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      this.#startSoon();
    });
  }

  /** Once all that has arrived in this turn of the event loop is here. */
  #startSoon(): void {
    if (this.#isDue || this.#groups >= maxGroups || this.#waiting.length === 0) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      void this.#writeGroup(this.#waiting.splice(0, maxRequests));
      this.#startSoon();
    });
  }

  async #writeGroup(group: readonly Waiting[]): Promise<void> {
    this.#groups += 1;
    try {
      const outcomes = await writeBets(
        this.#db,
        group.map(({ request }) => request),
      );
      for (const waiting of group) waiting.resolve(outcomes.get(waiting.request) ?? null);
    } catch (error) {
      // Whether it was written is not known where the connection broke. What one of them broke the others do not answer for.
      const isUnknown = isDatabaseUnavailable(error) && !isCollision(error);
      for (const waiting of group) {
        if (isUnknown) waiting.reject(error);
        else waiting.resolve(null);
      }
    } finally {
      this.#groups -= 1;
      this.#startSoon();
    }
  }
}

const queues = new WeakMap<Database, BetQueue>();

/** The queue of a server process. */
export function betQueueOf(database: Database): BetQueue {
  const known = queues.get(database);
  if (known) return known;
  const queue = new BetQueue(database);
  queues.set(database, queue);
  return queue;
}
