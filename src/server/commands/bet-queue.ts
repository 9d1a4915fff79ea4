import { isCollision, isDatabaseUnavailable } from '#server/db/errors.ts';
import type { Database } from '#server/db/open.ts';
import { writeBets, type BetOutcome, type BetsOfRequest } from './write-bets.ts';

/** Maximum requests per statement, since it holds the locks of all of them. */
const maxRequests = 64;
/** Maximum concurrent statements: while one waits for the disk, another can execute. */
const maxGroups = 2;

type Waiting = {
  readonly request: BetsOfRequest;
  resolve(outcome: BetOutcome | null): void;
  reject(error: unknown): void;
};

/**
 * Batches the bets of a process: those that arrive while others are being written are then written together, in one
 * statement and transaction.
 */
class BetQueue {
  readonly #db: Database['db'];
  #waiting: Waiting[] = [];
  #groups = 0;
  #isDue = false;

  constructor({ db }: Database) {
    this.#db = db;
  }

  /** Resolves with the outcome; null if the request was not written, and needs a transaction of its own. */
  write(request: BetsOfRequest): Promise<BetOutcome | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      this.#startSoon();
    });
  }

  /** Starts a batch in the next turn of the event loop, when all requests of this turn have arrived. */
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
      // If the connection broke, it is unknown whether the bets were written. Otherwise each is retried alone, since only one
      // may have caused the error.
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

/** The bet queue of a database, created on first use. */
export function betQueueOf(database: Database): BetQueue {
  const known = queues.get(database);
  if (known) return known;
  const queue = new BetQueue(database);
  queues.set(database, queue);
  return queue;
}
