import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { preparedFolder } from '#tests/support/database/pglite.ts';
import { startPostgres } from '#tests/support/database/postgres.ts';

/** Both databases ready before the first test: a real PostgreSQL, and the embedded one's prepared folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const trial = mkdtempSync(join(tmpdir(), 'hevre-'));
  await preparedFolder(trial);
  rmSync(trial, { recursive: true });
  const { stop, ...postgres } = await startPostgres();
  project.provide('postgres', postgres);
  return stop;
}
