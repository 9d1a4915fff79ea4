import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { alternatives } from './faults.ts';
import type { PlantedFault } from './sample.ts';

export type FaultyCopy = {
  readonly folder: string;
  /** Turns a fault on in every process and page that starts from now on; `undefined` turns all off. */
  activate(at: number | undefined): void;
  /** By test file, the faults whose places were come by since the last call. */
  takeReached(): Map<string, Set<number>>;
  remove(): void;
};

/**
 * Each file with a fault ends with this function: whether a fault is on. Under Node `runtime.cjs` answers; in a page, a
 * script at its beginning.
 */
const isOn = (runtime: string) =>
  `\nfunction isFaulty(id: number): boolean { const own: any = globalThis; return (own.isFaulty ??= own.process?.getBuiltinModule?.('node:module').createRequire('/')(${JSON.stringify(runtime)}) ?? (() => false))(id); }\n`;

/**
 * Which fault is on, read once a process; and what was come by, noted under the file of tests or the parent process. None is
 * on in the process that starts the tests: what it prepares serves all of them.
 */
const runtime = `
const { appendFileSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const on = process.argv[1]?.endsWith('test-runner.ts') ? -1 : Number(readFileSync(join(__dirname, 'active'), 'utf8'));
const noted = new Set();
const note = (id) => {
  const file = globalThis.__vitest_worker__?.filepath ?? '';
  if (noted.has(file + id)) return;
  noted.add(file + id);
  appendFileSync(join(__dirname, 'reached', String(process.pid)), JSON.stringify([file, process.ppid, id]) + '\\n');
};
module.exports = (id) => { note(id); return id === on; };
module.exports.note = note;
`;

/** Pages say on their console what was come by. */
const noteFromPage = (path: string) =>
  `(message) => { const id = /^fault (\\d+)$/.exec(message.text())?.[1]; if (id) (process as any).getBuiltinModule('node:module').createRequire('/')(${JSON.stringify(path)}).note(Number(id)); }`;

const pageScript = (on: number) =>
  `<script>globalThis.isFaulty = ((noted) => (id) => { if (!noted.has(id)) { noted.add(id); console.debug('fault ' + id); } return id === ${on}; })(new Set());</script>`;

/** The project's files by their paths, in order: what git tracks or would. */
export const projectFiles = (): string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '')
    .toSorted();

/** Copies the project's files to a new folder, and returns its path. */
export function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hevre-mutate-'));
  for (const file of projectFiles()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Removes a copy; processes that were killed may still be closing files in it. */
export const removeCopy = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });

/** A copy of the project with all faults in it, each behind a switch, and all off. */
export function plant(faults: readonly PlantedFault[]): FaultyCopy {
  const folder = copyProject();
  const state = join(folder, '.mutate');
  const reached = join(state, 'reached');
  mkdirSync(reached, { recursive: true });
  writeFileSync(join(state, 'runtime.cjs'), runtime);
  writeFileSync(join(state, 'active'), '-1');

  for (const file of new Set(faults.map((one) => one.file))) {
    const own = faults.map((one, id) => ({ ...one, id })).filter((one) => one.file === file);
    let text = own[0]?.source ?? '';
    for (const { fault, source, id } of own.toSorted(
      (one, other) => other.fault.part.from - one.fault.part.from,
    )) {
      const [faulty, right] = alternatives(source, fault);
      const { from, to, kind } = fault.part;
      text =
        text.slice(0, from) +
        switched[kind](id, faulty, right, source.slice(from, to).split('=')[0] ?? '') +
        text.slice(to);
    }
    writeFileSync(join(folder, file), text + isOn(join(state, 'runtime.cjs')));
  }
  replaceIn(
    join(folder, 'tests/support/browser/browser-fixture.ts'),
    'context.setDefaultTimeout(claimTimeout(import.meta.env.MODE));',
    (found) => `${found} context.on('console', ${noteFromPage(join(state, 'runtime.cjs'))});`,
  );
  // The switches weigh more than the first screens may.
  replaceIn(join(folder, 'vite.config.ts'), /limit: \d+_000/g, () => 'limit: 1_000_000');
  replaceIn(join(folder, 'index.html'), '<head>', (found) => found + pageScript(-1));

  return {
    folder,
    activate(at = -1) {
      writeFileSync(join(state, 'active'), String(at));
      for (const built of ['dist/client', 'dist/qa']) {
        const path = join(folder, built, 'index.html');
        if (!existsSync(path)) continue;
        for (const packed of ['.br', '.gz']) rmSync(path + packed, { force: true });
        const page = readFileSync(path, 'utf8');
        writeFileSync(path, page.replace(/<script>globalThis\.isFaulty[^]*?<\/script>/, pageScript(at)));
      }
    },
    takeReached() {
      const found = new Map<string, Set<number>>();
      const fileOf = new Map<number, string>();
      const lines = readdirSync(reached).flatMap((pid) =>
        readFileSync(join(reached, pid), 'utf8')
          .trim()
          .split('\n')
          .map((line) => ({ pid: Number(pid), ...asEntry(JSON.parse(line) as [string, number, number]) })),
      );
      for (const { pid, file } of lines) if (file !== '') fileOf.set(pid, file);
      for (const { file, parent, id } of lines) {
        const test = file === '' ? (fileOf.get(parent) ?? '') : file;
        found.set(test, (found.get(test) ?? new Set()).add(id));
      }
      rmSync(reached, { recursive: true });
      mkdirSync(reached);
      return found;
    },
    remove: () => removeCopy(folder),
  };
}

function replaceIn(path: string, what: string | RegExp, by: (found: string) => string): void {
  const text = readFileSync(path, 'utf8');
  const changed = text.replace(what, by);
  if (changed === text) throw new Error(`${path} has no ${what}`);
  writeFileSync(path, changed);
}

const asEntry = ([file, parent, id]: readonly [string, number, number]) => ({ file, parent, id });

const switched = {
  expression: (id: number, faulty: string, right: string) => `(isFaulty(${id}) ? (${faulty}) : (${right}))`,
  statement: (id: number, faulty: string, right: string) =>
    `if (isFaulty(${id})) { ${faulty} } else { ${right} }`,
  attribute: (id: number, faulty: string, right: string, name: string) =>
    `${name}={isFaulty(${id}) ? (${faulty}) : (${right})}`,
};
