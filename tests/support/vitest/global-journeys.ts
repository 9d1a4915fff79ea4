import type { TestProject } from 'vitest/node';
import { buildClient } from '#server/boot/client-build.ts';
import { chromiumPath } from '#tests/support/browser/chromium.ts';
import provideDatabases from './global-server.ts';

/** The journeys' ground: a client that is as new as its sources, a Chromium, and what the server stands on. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  chromiumPath();
  await buildClient();
  return provideDatabases(project);
}
