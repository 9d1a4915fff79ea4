import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { createGate } from '#tests/support/concurrency.ts';

type RowGate = {
  untilWaiting(count: number, ended?: () => number): Promise<void>;
  /** Releases the locks. */
  open(): Promise<void>;
};

async function waitingBackends(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Resolves once the number of backends that wait for a lock, plus `ended()`, reaches `count`. */
export async function untilWaiting(db: Db, count: number, ended: () => number = () => 0): Promise<void> {
  const until = Date.now() + 120_000;
  while ((await waitingBackends(db)) + ended() < count) {
    if (Date.now() > until) throw new Error(`${count} calls did not come to wait in two minutes`);
    await sleep(2);
  }
}

/** Locks rows by these statements, so that all racing calls have started before any continues. */
export async function holdRows(db: Db, locks: readonly RawBuilder<unknown>[]): Promise<RowGate> {
  const [locked, released] = [createGate(), createGate()];
  const transaction = db.transaction().execute(async (trx) => {
    for (const lock of locks) await lock.execute(trx);
    locked.open();
    await released.opened;
  });
  await Promise.race([locked.opened, transaction]);
  return {
    untilWaiting: (count, ended) => untilWaiting(db, count, ended),
    async open() {
      released.open();
      await transaction;
    },
  };
}
