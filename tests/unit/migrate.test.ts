import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrate, migrationFiles } from '#server/db/migrate.ts';
import { standInDatabase } from '#tests/support/database/stand-in.ts';

test('PostgreSQL before 15 is refused with its version, and 15 is accepted', async () => {
  const ofVersion = (number: number) =>
    standInDatabase((statement) =>
      statement.includes('server_version_num') ? [{ number, schema: null, isMade: false }] : [],
    );
  await expect(migrate(ofVersion(149_999), [])).rejects.toThrow(
    'PostgreSQL 15 or newer is needed; this one is 14.',
  );
  expect(await migrate(ofVersion(150_000), [])).toEqual([]);
});

test('migrations are the numbered SQL files of the folder in order, with the same line ends', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hevre-migrations-'));
  try {
    const files = {
      '0002_b.sql': 'two;\r\n',
      '0001_a.sql': 'one;\n',
      '0003_c.sql.orig': '',
      'README.md': '',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    expect(migrationFiles(folder).map(({ name, text }) => [name, text])).toEqual([
      ['0001_a', 'one;\n'],
      ['0002_b', 'two;\n'],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
