import { expect, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { standInDatabase } from '#tests/support/database/stand-in.ts';

test('PostgreSQL before 15 is refused by its version, and none after it', async () => {
  const ofVersion = (number: number) =>
    standInDatabase((statement) => (statement.includes('server_version_num') ? [{ number }] : []));
  await expect(migrate(ofVersion(149_999), [])).rejects.toThrow(
    'PostgreSQL 15 or newer is needed; this one is 14.',
  );
  expect(await migrate(ofVersion(150_000), [])).toEqual([]);
});
