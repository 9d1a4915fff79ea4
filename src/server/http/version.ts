import { readFileSync } from 'node:fs';
import { isOlder } from '#contract/version.ts';
import type { Middleware } from './env.ts';
import { problem } from './problems.ts';

const packageJson: { version: string } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);

/** Version of the app, shown everywhere (decisions §10). */
export const { version } = packageJson;

/** The oldest client version that is served; older ones get update_required. */
export const minVersion = '3.1.0';

const versionPattern = /^\d{1,6}(\.\d{1,6}){0,2}$/;

/** Checks the query parameter `ver` of every call: a version that is too old gets update_required before anything else. */
export const versionCheck: Middleware = (c, next) => {
  const given = c.req.queries('ver') ?? [];
  if (given.length > 1 || given.some((ver) => !versionPattern.test(ver)))
    throw problem.field('ver', 'invalid');
  if (given.some((ver) => isOlder(ver, minVersion))) throw problem.updateRequired();
  return next();
};
