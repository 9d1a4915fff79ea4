import fs, { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StartError } from '#server/boot/start-error.ts';
import { hasRoom, openOrMakeFolder } from '#server/db/pglite-folder.ts';

/** How the folder of an embedded database is made; a stand-in for the driver makes the files. */

let dataDir: string;
let db: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'hevre-folder-'));
  db = join(dataDir, 'db');
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(dataDir, { recursive: true });
});

/** The driver writes one file into a folder, and then does this. */
function standIn(then: () => void = () => {}): string[] {
  const opened: string[] = [];
  vi.spyOn(PGlite, 'create').mockImplementation((async (folder: string) => {
    opened.push(folder.slice(dataDir.length));
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o750);
    writeFileSync(join(folder, 'PG_VERSION'), '');
    then();
    return { close: async () => void opened.push('closed') };
  }) as never);
  return opened;
}
function fillDisk(blocks: number): void {
  vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: blocks, bsize: 4_000 } as fs.StatsFs);
  syncBuiltinESMExports();
}

test('a new database is made beside its place, closed to others, and replaces what a killed start has left', async () => {
  mkdirSync(`${db}.new`);
  writeFileSync(join(`${db}.new`, 'half'), '');
  const opened = standIn();
  await openOrMakeFolder(db);
  expect(opened).toEqual(['/db.new', 'closed', '/db']);
  expect([readdirSync(dataDir), readdirSync(db)]).toEqual([['db'], ['PG_VERSION']]);
});

test('a database that is made is its owner’s alone', async () => {
  const modes: string[] = [];
  standIn(() => modes.push(readdirSync(dataDir).join()));
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    modes.push((statSync(from).mode & 0o777).toString(8));
    fs.cpSync(String(from), String(to), { recursive: true });
  });
  syncBuiltinESMExports();
  await openOrMakeFolder(db);
  expect(modes).toEqual(['db.new', '700', 'db,db.new']);
});

test('a database that cannot be made leaves nothing, and the error tells why', async () => {
  standIn(() => {
    throw new Error('no space');
  });
  fillDisk(4_999);
  await expect(openOrMakeFolder(db)).rejects.toEqual(
    new StartError(`the disk of ${db} is full. Make room (100 MB or more), or start with another DATA_DIR.`),
  );
  expect(readdirSync(dataDir)).toEqual([]);
});

test('a disk has room for a database with twenty million bytes, and not with less', () => {
  fillDisk(5_000);
  expect(hasRoom(dataDir)).toBe(true);
  fillDisk(4_999);
  expect(hasRoom(dataDir)).toBe(false);
});

test('a file in the place of the database is refused, and left as it is', async () => {
  standIn();
  writeFileSync(db, 'mine');
  await expect(openOrMakeFolder(db)).rejects.toThrow(`${db} is neither empty nor a whole database`);
  expect(fs.readFileSync(db, 'utf8')).toBe('mine');
});
