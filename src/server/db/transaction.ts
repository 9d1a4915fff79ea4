import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { isCollision, isDatabaseUnavailable } from './errors.ts';
import type { Db, Tables } from './tables.ts';

const currentTransaction = new AsyncLocalStorage<{ done: boolean }>();

/** Whether the caller is inside a transaction that is still open. */
export function inTransaction(): boolean {
  return currentTransaction.getStore()?.done === false;
}

const maxAttempts = 5;

/**
 * Runs `work` in one transaction. A deadlock or serialization failure runs it again from the start, so `work` must have
 * no effect outside the database.
 */
export async function transaction<T>(db: Db, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute((trx) => {
        const state = { done: false };
        return currentTransaction.run(state, async () => {
          try {
            return await work(trx);
          } finally {
            state.done = true;
          }
        });
      });
    } catch (error) {
      if (attempt === maxAttempts || !isCollision(error)) throw error;
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}

/** Awaits an optional write: if the database refuses writes, it is dropped and the caller's read still succeeds. */
export async function writeIfPossible(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) throw error;
  });
}
