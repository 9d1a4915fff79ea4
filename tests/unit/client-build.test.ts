import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isBuilt, markedBuild } from '#server/boot/client-build.ts';

let folder: string;
let source: string;
let built: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hevre-build-'));
  source = join(folder, 'src', 'main.ts');
  built = join(folder, 'dist');
  mkdirSync(join(folder, 'src'));
  writeFileSync(source, '');
  // A build begins at a whole millisecond, which may be that of a source written just before.
  const earlier = new Date(Date.now() - 1_000);
  utimesSync(source, earlier, earlier);
});
afterEach(() => rmSync(folder, { recursive: true }));

const isFresh = () => isBuilt(built, [join(folder, 'src')]);
/** A build as Vite's: its folder is emptied, and the page is written before the rest. */
const build = async (rest: () => void = () => {}) => {
  rmSync(built, { recursive: true, force: true });
  mkdirSync(built);
  writeFileSync(join(built, 'index.html'), '');
  rest();
};
const fail = () => {
  throw new Error('over its budget');
};
const changeSource = () => {
  const later = new Date(Date.now() + 10);
  utimesSync(source, later, later);
};

test('a build is fresh until a source changes', async () => {
  expect(isFresh()).toBe(false);
  await markedBuild(built, build);
  expect(isFresh()).toBe(true);
  changeSource();
  expect(isFresh()).toBe(false);
});

test('a build is not fresh if any of its sources has changed', async () => {
  const page = join(folder, 'index.html');
  writeFileSync(page, '');
  utimesSync(page, 0, 0);
  const isFreshOf = (...from: string[]) => isBuilt(built, from);
  await markedBuild(built, build);
  expect(isFreshOf(page, join(folder, 'src'))).toBe(true);
  changeSource();
  expect([isFreshOf(page), isFreshOf(page, source), isFreshOf(source, page)]).toEqual([true, false, false]);
});

test('a build that fails after writing its page is not fresh, even where an earlier one was', async () => {
  await expect(markedBuild(built, () => build(fail))).rejects.toThrow('over its budget');
  expect(isFresh()).toBe(false);
  await markedBuild(built, build);
  await expect(markedBuild(built, () => build(fail))).rejects.toThrow('over its budget');
  expect(isFresh()).toBe(false);
});

test('a build is not fresh if a source changed while it ran', async () => {
  await markedBuild(built, () => build(changeSource));
  expect(isFresh()).toBe(false);
});
