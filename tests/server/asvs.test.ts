import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** The table of requirements in SECURITY.md is complete, and every test that it names exists. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, '.github/SECURITY.md'), 'utf8');
const rows = page
  .split('\n')
  .map((line) => /^\| (API\d+|\d+\.\d+\.\d+)\b(.*)\|$/.exec(line))
  .flatMap((found) => (found ? [{ item: found[1] ?? '', rest: found[2] ?? '' }] : []));

// ASVS 5.0.0: all of level 1, and those of level 3 that SECURITY.md promises as well.
const level1 =
  `1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1 3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 3.5.1
  3.5.2 3.5.3 4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1
  6.4.2 7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1 10.4.2 10.4.3 10.4.4
  10.4.5 11.3.1 11.3.2 11.4.1 12.1.1 12.2.1 12.2.2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1`.split(/\s+/);
const ofLevel3 = ['2.3.4', '5.2.6', '6.3.8', '8.3.2', '14.2.8', '15.4.2', '16.5.4'];
const apis = Array.from({ length: 10 }, (_, at) => `API${at + 1}`);

test('the table has every requirement once, with a test or the reason for none', () => {
  const items = rows.map(({ item }) => item);
  expect(items.filter((item, at) => items.indexOf(item) !== at)).toEqual([]);
  expect(level1).toHaveLength(70);
  expect([...level1, ...ofLevel3, ...apis].filter((item) => !items.includes(item))).toEqual([]);
  const bare = rows.filter(({ rest }) => !/`[^`]+ › |— \w/.test(rest));
  expect(bare.map(({ item }) => item)).toEqual([]);
});

test('each test that the table names exists', () => {
  const named = new Set(page.match(/`[\w./ -]+ › [^`]*`/g)?.map((name) => name.slice(1, -1)));
  expect(named.size).toBeGreaterThan(60);
  const missing = [...named].filter((name) => {
    const [file = '', title = ''] = name.split(' › ');
    const sources = ['server', 'unit', 'machines', 'journeys']
      .map((room) => join(root, 'tests', room, `${file}.test.ts`))
      .filter((path) => existsSync(path))
      // Quotes in a title may be escaped in the source.
      .map((path) => readFileSync(path, 'utf8').replaceAll('\\', ''));
    return title.trim() === '' || !sources.some((source) => source.includes(title.trim()));
  });
  expect(missing).toEqual([]);
});

/** Every source file of the product. */
const sources = ['src', 'machines'].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name)),
);

// `butFor` lists the files that may match, because no data of a request reaches the pattern there: migrations, names of
// tables and channels, own patterns, pauses.
const fences: [what: string, pattern: RegExp, butFor: string[]][] = [
  [
    'evaluates text as code',
    /\beval\(|new Function\(|dangerouslySetInnerHTML|\.innerHTML\b|document\.write|insertAdjacentHTML/,
    [],
  ],
  ['runs a shell', /import [^;]*\bexec(Sync)?\b[^;]*'node:child_process'|shell: true/, []],
  [
    'builds SQL from strings',
    /sql\.(raw|lit)\b|\.query\(`[^`]*\$\{/,
    ['src/server/admin/backup.ts', 'src/server/db/migrate.ts', 'src/server/db/postgres-listener.ts'],
  ],
  [
    'uses weak random numbers or hashes',
    /Math\.random|createHash\('(md5|sha1)'/,
    ['src/app/connection-ports.ts', 'src/server/db/postgres-listener.ts', 'src/server/db/transaction.ts'],
  ],
  [
    'builds a regular expression from a string',
    /new RegExp\(/,
    ['machines/sign-in.ts', 'src/server/pictures/decoder-worker.ts'],
  ],
  ['disables the verification of certificates', /rejectUnauthorized|NODE_TLS_REJECT/, []],
];

test.each(fences)('no source file outside the list %s', (_, pattern, butFor) => {
  expect(sources.length).toBeGreaterThan(150);
  const found = sources.filter((file) => pattern.test(readFileSync(file, 'utf8')));
  expect(found.map((file) => file.slice(root.length)).toSorted()).toEqual(butFor);
});
