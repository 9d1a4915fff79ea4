import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { faultsOf } from '#tests/mutation/faults.ts';
import { findNotice, startTestRunner, type TestReport } from '#tests/mutation/judge.ts';
import { plant } from '#tests/mutation/plant.ts';
import { sampleFaults } from '#tests/mutation/sample.ts';
import { openTypeCheck } from '#tests/mutation/type-check.ts';

/** A folder with a substitute for the process that runs tests; `code` is given the file for its processes' ids, as a literal. */
function substituteRunner(code: (pids: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'hevre-judge-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'tests/mutation'), { recursive: true });
  writeFileSync(join(folder, 'tests/mutation/test-runner.ts'), code(JSON.stringify(join(folder, 'pids'))));
  return folder;
}

const pidsIn = (folder: string): string[] => {
  const path = join(folder, 'pids');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split(' ') : [];
};

const isRunning = (pid: string) =>
  existsSync(`/proc/${pid}`) && !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

test('faults are planted in a copy of the project, which is removed', () => {
  const copy = plant(sampleFaults(20, 1, { room: 'src/domain' }));
  // Faulty code may be larger than the client's budgets allow.
  const config = readFileSync(join(copy.folder, 'vite.config.ts'), 'utf8');
  expect(config.match(/limit: \S+/g)).toEqual(['limit: 1_000_000,', 'limit: 1_000_000,']);
  copy.remove();
  expect(existsSync(copy.folder)).toBe(false);
});

test('an interrupted run of tests ends with all processes that it has started', async () => {
  const folder = substituteRunner(
    (pids) =>
      `import { spawn } from 'node:child_process'; import { writeFileSync } from 'node:fs';
       process.send('ready'); process.on('message', () => writeFileSync(${pids}, process.pid + ' ' + spawn('sleep', ['60']).pid));`,
  );
  const interruption = new AbortController();
  const runner = startTestRunner(folder, '', {}, interruption.signal);
  const run = runner.run([], 60_000);
  await expect.poll(() => pidsIn(folder)).toHaveLength(2);
  interruption.abort(new Error('interrupted'));
  await expect(run).rejects.toThrow('interrupted');
  await expect.poll(() => pidsIn(folder).filter(isRunning)).toEqual([]);
  await expect(runner.run([], 60_000)).rejects.toThrow('interrupted');
});

test('a run of tests that does not end has no report, and the next one begins anew', async () => {
  const folder = substituteRunner(
    (pids) =>
      `import { appendFileSync } from 'node:fs'; appendFileSync(${pids}, process.pid + ' '); process.send('ready');
       process.on('message', ([file]) => file === 'ends' ? process.send({ files: [] }) : file === 'exits' && process.exit(1));`,
  );
  const runner = startTestRunner(folder, '', {}, new AbortController().signal);
  onTestFinished(() => runner.stop());
  expect(await runner.run(['ends'], 60_000)).toEqual({ files: [] });
  expect(await runner.run(['ends'], 60_000)).toEqual({ files: [] });
  expect(await runner.run(['exits'], 60_000)).toBeUndefined();
  expect(await runner.run(['ends'], 60_000)).toEqual({ files: [] });
  expect(await runner.run(['hangs'], 1)).toBeUndefined();
  expect(await runner.run(['ends'], 60_000)).toEqual({ files: [] });
  expect(pidsIn(folder)).toHaveLength(3);
  runner.stop();
  await expect.poll(() => pidsIn(folder).filter(isRunning)).toEqual([]);
});

test('tests run in the environment that vitest’s command gives them, in which the server checks its answers', async () => {
  const folder = substituteRunner(
    () =>
      `process.send('ready'); process.on('message', () => process.send({ files: [], failure: process.env.NODE_ENV }));`,
  );
  vi.stubEnv('NODE_ENV', 'development');
  const runner = startTestRunner(folder, '', {}, new AbortController().signal);
  onTestFinished(() => {
    runner.stop();
    vi.unstubAllEnvs();
  });
  expect(await runner.run([], 60_000)).toEqual({ files: [], failure: 'test' });
});

describe('a fault is noticed by', () => {
  /** Judges fault 7 by the files; `fails` tells whether a file fails with the active fault. */
  const noticeOf = async (fails: (file: string, active: number | undefined) => boolean) => {
    let active: number | undefined;
    const runs: [number | undefined, ...string[]][] = [];
    const run = async (files: readonly string[]): Promise<TestReport> => {
      runs.push([active, ...files]);
      const failedIn = files.find((file) => fails(file, active));
      return { files: [], ...(failedIn && { failure: `a test of ${failedIn}`, failedIn }) };
    };
    const broken = new Set<string>();
    const notice = await findNotice({ run }, (fault) => (active = fault), {
      fault: 7,
      files: ['one', 'two'],
      broken,
    });
    return { notice, runs, broken: [...broken] };
  };

  test('a test that fails with it alone', async () => {
    expect(await noticeOf((file, active) => file === 'two' && active === 7)).toEqual({
      notice: 'a test of two',
      runs: [
        [7, 'one', 'two'],
        [undefined, 'two'],
      ],
      broken: [],
    });
  });

  test('no test that fails without it too; the other files go on without that file', async () => {
    vi.spyOn(console, 'log').mockReturnValue();
    const fails = (file: string, active: number | undefined) => file === 'one' || active === 7;
    expect(await noticeOf(fails)).toEqual({
      notice: 'a test of two',
      runs: [
        [7, 'one', 'two'],
        [undefined, 'one'],
        [7, 'two'],
        [undefined, 'two'],
      ],
      broken: ['one'],
    });
    expect((await noticeOf((file) => file !== '')).notice).toBeUndefined();
    vi.restoreAllMocks();
  });

  test('none if all pass', async () => {
    expect(await noticeOf(() => false)).toEqual({ notice: undefined, runs: [[7, 'one', 'two']], broken: [] });
  });
});

describe('the type check', () => {
  const projectOf = (source: string): string => {
    const folder = mkdtempSync(join(tmpdir(), 'hevre-types-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true, "types": [] } }');
    writeFileSync(join(folder, 'x.ts'), source);
    return folder;
  };
  const { signal } = new AbortController();

  test('refuses a fault that it can see, and leaves the file as it was', async () => {
    const source =
      'export const size = (text: string | null): number => (text === null ? 0 : text.length) + 1;';
    const folder = projectOf(source);
    const isRefused = await openTypeCheck(folder, signal);
    const verdicts: [string, boolean][] = [];
    for (const fault of faultsOf('x.ts', source).filter(({ rule }) =>
      ['comparison', 'number'].includes(rule),
    ))
      verdicts.push([fault.replacement, await isRefused({ file: 'x.ts', source, fault })]);
    expect(verdicts).toEqual([
      ['!==', true],
      ['1', false],
      ['2', false],
    ]);
    expect(readFileSync(join(folder, 'x.ts'), 'utf8')).toBe(source);
  });

  test('cannot judge a project that it refuses', async () => {
    await expect(openTypeCheck(projectOf('export const one: number = "1";'), signal)).rejects.toThrow(
      /^The type check refuses the project without a fault:\nx\.ts\(1,14\): error TS2322/,
    );
  });
});

test('a method is replaced by its opposite; one without an opposite, such as toString, is kept', () => {
  const faults = faultsOf('x.ts', 'const x = rows.some(isOpen) || Number(8).toString();');
  expect(faults.filter(({ rule }) => rule === 'method').map(({ replacement }) => replacement)).toEqual([
    'every',
  ]);
});
