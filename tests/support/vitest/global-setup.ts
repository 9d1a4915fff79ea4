import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildClient } from '#server/boot/client-build.ts';
import { chromiumPath } from '#tests/support/browser/chromium.ts';
import { launchEmulator } from '#tests/support/browser/firebase-emulator.ts';
import { preparedFolder } from '#tests/support/database/pglite.ts';
import { startPostgres } from '#tests/support/database/postgres.ts';
import { bundlePrograms } from '#tests/support/server/programs.ts';

/** Creates the prepared folder of the embedded database if it is absent. */
async function prepareEmbedded(): Promise<void> {
  const trial = mkdtempSync(join(tmpdir(), 'hevre-'));
  await preparedFolder(trial);
  rmSync(trial, { recursive: true });
}

/**
 * Prepares, in parallel and once for all projects, what the files of this run need: both databases; for the server's
 * tests its programs; for journeys a Chromium and an up-to-date build of the client, with the inspector too if a journey
 * needs it. The Firebase emulator takes longest: it starts here, and its journey waits for it.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if ('postgres' in project.getProvidedContext()) return undefined;
  const { vitest } = project;
  const files = vitest.state.getPaths();
  // Where vitest runs again and again, later runs may need what the first one does not.
  const runs = (part: string) =>
    process.env['PREPARE_ALL_TESTS'] === '1' || files.some((path) => path.includes(part));
  vitest.provide('updatesPictures', vitest.config.snapshotOptions.updateSnapshot === 'all');
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    await Promise.all(stops.map((end) => end()));
  };
  if (runs('/journeys/social-login.')) {
    const emulator = launchEmulator();
    stops.push(emulator.stop);
    vitest.provide('emulator', emulator.file);
  }
  const startDatabase = async () => {
    const postgres = await startPostgres();
    stops.push(postgres.stop);
    vitest.provide('postgres', { url: postgres.url, template: postgres.template });
  };
  const providePrograms = async () => {
    const folder = await bundlePrograms();
    stops.push(() => rm(folder, { recursive: true, force: true }));
    vitest.provide('programs', folder);
  };
  try {
    await Promise.all([
      startDatabase(),
      runs('/server/') && providePrograms(),
      runs('/journeys/') && chromiumPath(),
      runs('/journeys/') && buildClient(false),
      (runs('/journeys/inspector.') || runs('/journeys/pictures.')) && buildClient(true),
      prepareEmbedded(),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
