import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { onOneDatabase, startServer } from '#tests/support/server/server.ts';

onOneDatabase('postgres', (kind) => {
  test('a server runs each of its jobs soon after it has started', async () => {
    const server = await startServer({ database: kind });
    onTestFinished(() => server.close());
    const jobsThatRan = async () => {
      const { rows } = await sql<{ name: string }>`
        select name from jobs where last_run > 'epoch' order by name`.execute(server.platform.db);
      return rows.map(({ name }) => name);
    };
    await expect
      .poll(jobsThatRan)
      .toEqual([
        'close',
        'delete-old-events',
        'delete-old-idempotency-keys',
        'delete-old-sign-ins',
        'delete-unattached-pictures',
        'push',
        'remind',
        'votes',
      ]);
  });
});
