import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { CliOptions } from 'vitest/node';
import { startCluster } from '#tests/support/database/postgres-cluster.ts';
import { copyProject, removeCopy, type FaultyCopy } from './plant.ts';
import type { PlantedFault } from './sample.ts';
import { openTypeCheck } from './type-check.ts';

export type Verdict = {
  /** The first test that failed, or why the run ended, or the type check. */
  readonly noticedBy?: string;
  /** How many files of tests come by the fault's place. */
  readonly ran: number;
};

export type FileReport = { readonly file: string; readonly seconds: number; readonly passed: boolean };

/** How files of tests went; `failure` is the first test that failed, or what else did, and `failedIn` its file. */
export type TestReport = {
  readonly files: readonly FileReport[];
  readonly failure?: string;
  readonly failedIn?: string;
};

/** Reads the sources themselves, which differ in the copy. */
const readsSources = 'tests/unit/fences.test.ts';
const minutes = 60_000;

export type TestRunner = {
  /** Runs files of tests, or all if none is named; resolves with `undefined` if that takes longer than `limit` ms, or ends the process. */
  run(files: readonly string[], limit: number): Promise<TestReport | undefined>;
  stop(): void;
};

/**
 * Starts vitest in the copy, at the first run and again after one that did not end. The signal ends it with all processes of
 * its group.
 */
export function startTestRunner(
  folder: string,
  databaseUrl: string,
  options: CliOptions,
  signal: AbortSignal,
): TestRunner {
  let child: ChildProcess | undefined;
  const end = () => {
    if (child?.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL');
    child = undefined;
  };
  signal.addEventListener('abort', end);
  const start = async () => {
    const started = spawn(
      process.execPath,
      ['--import', import.meta.resolve('tsx'), 'tests/mutation/test-runner.ts', JSON.stringify(options)],
      {
        cwd: folder,
        env: {
          ...process.env,
          // As vitest's command sets it: under test, the server checks its answers against their schemas.
          NODE_ENV: 'test',
          TEST_DATABASE_URL: databaseUrl,
          PREPARE_ALL_TESTS: '1',
        },
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        detached: true,
      },
    );
    child = started;
    started.once('close', () => {
      if (child === started) child = undefined;
    });
    await answerOf(started);
    return started;
  };
  return {
    async run(files, limit) {
      signal.throwIfAborted();
      const timer = setTimeout(end, limit);
      try {
        const runner = child ?? (await start());
        const answer = answerOf(runner);
        runner.send(files);
        return await answer;
      } catch {
        end();
        signal.throwIfAborted();
        return undefined;
      } finally {
        clearTimeout(timer);
      }
    },
    stop() {
      signal.removeEventListener('abort', end);
      end();
    },
  };
}

/** The next message of a process; rejects if it ends before. */
const answerOf = (child: ChildProcess) =>
  new Promise<TestReport>((resolve, reject) => {
    const onClose = () => reject(new Error('The process has ended.'));
    child.once('close', onClose);
    child.once('message', (message) => {
      child.off('close', onClose);
      resolve(message as TestReport);
    });
  });

/** Rooms of tests from the quickest to the slowest, and how many of a room's files run before the others. */
const stages = [
  { room: 'tests/unit/', first: 100 },
  { room: 'tests/machines/', first: 4 },
  { room: 'tests/views/', first: 20 },
  { room: 'tests/server/', first: 2 },
  { room: 'tests/journeys/', first: 2 },
];

/** A quick judgement runs so many times a room's first files, and no others. */
const quickShare = 4;

/** How many words the names of two files share: a test is likely to be named for what it is about. */
function sharedWords(file: string, other: string): number {
  const words = (path: string) =>
    basename(path)
      .split(/[^a-zA-Z]+|(?=[A-Z])/)
      .map((word) => word.toLowerCase().replace(/s$/, ''))
      .filter((word) => word !== '' && !['test', 'ts', 'tsx'].includes(word));
  const known = new Set(words(other));
  return words(file).filter((word) => known.has(word)).length;
}

type FirstStage = {
  /** By file of tests, which faults' places it comes by. */
  readonly judges: readonly (readonly [file: string, faults: ReadonlySet<number>])[];
  readonly seconds: ReadonlyMap<string, number>;
};

/** What all tests come by without a fault, and how long they take; kept, so that a sample that was ended can go on. */
async function firstStage(
  copy: FaultyCopy,
  faults: readonly PlantedFault[],
  tests: readonly string[],
  startRunner: (options: CliOptions) => TestRunner,
): Promise<FirstStage> {
  const sample = createHash('sha256')
    .update(JSON.stringify([faults, tests]))
    .digest('base64url');
  const kept = join('.cache/mutation', `${sample}.json`);
  if (existsSync(kept)) {
    const { judges, seconds } = JSON.parse(readFileSync(kept, 'utf8')) as {
      judges: [string, number[]][];
      seconds: [string, number][];
    };
    return { judges: judges.map(([file, ids]) => [file, new Set(ids)]), seconds: new Map(seconds) };
  }
  // A file a process: what a module does when it loads is come by in each file that loads it.
  const runner = startRunner({ isolate: true, cliExclude: [readsSources] });
  const whole = await runner.run(tests, 120 * minutes);
  runner.stop();
  if (!whole) throw new Error('The tests did not end without a fault.');
  if (whole.files.length === 0) throw new Error('No test ran without a fault: try npm test.');
  const red = new Set(whole.files.filter(({ passed }) => !passed).map(({ file }) => file));
  if (red.size > 0) console.log(`Left out, for they fail without a fault: ${[...red].join(', ')}`);
  const judges = [...copy.takeReached()]
    .map(([name, ids]) => [name === '' ? name : relative(copy.folder, name), ids] as const)
    .filter(([file]) => file !== '' && !red.has(file));
  const seconds = whole.files.map((one) => [one.file, one.seconds] as const);
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(kept, JSON.stringify({ judges: judges.map(([file, ids]) => [file, [...ids]]), seconds }));
  return { judges, seconds: new Map(seconds) };
}

type Judging = {
  readonly tests: readonly string[];
  readonly first: number;
  /** Only some files of each room run: how many faults are noticed is then a lower bound. */
  readonly quick: boolean;
  /** Ends it, whatever runs. */
  readonly signal: AbortSignal;
};

/**
 * The first test of these files that fails with the active fault and whose file passes without it; `undefined` if there is
 * none. Files that fail without it too, such as one that passes only once on one emulator, are added to `broken`, and not
 * run again.
 */
export async function findNotice(
  { run }: Pick<TestRunner, 'run'>,
  activate: (fault?: number) => void,
  { fault, files, broken }: { fault: number; files: readonly string[]; broken: Set<string> },
): Promise<string | undefined> {
  const intact = files.filter((file) => !broken.has(file));
  if (intact.length === 0) return undefined;
  activate(fault);
  const report = await run(intact, 15 * minutes);
  if (!report) return 'a run that did not end';
  if (report.failure === undefined) return undefined;
  activate();
  const suspects = report.failedIn === undefined ? intact : [report.failedIn];
  const again = await run(suspects, 15 * minutes);
  if (again && again.failure === undefined) return report.failure;
  for (const file of suspects) broken.add(file);
  console.log(`Left out from here on, for they fail without a fault: ${suspects.join(', ')}`);
  return findNotice({ run }, activate, { fault, files, broken });
}

/** Judges the faults from the `first` on, one by one, each by the tests that come by its place, until one fails. */
export async function judge(
  copy: FaultyCopy,
  faults: readonly PlantedFault[],
  { tests, first: firstFault, quick, signal }: Judging,
  onVerdict: (verdict: Verdict, at: number) => void,
): Promise<Map<number, Verdict>> {
  const cluster = await startCluster();
  const unchanged = copyProject();
  try {
    const isRefusedByTypes = await openTypeCheck(unchanged, signal);
    const startRunner = (options: CliOptions) => startTestRunner(copy.folder, cluster.url, options, signal);
    const { judges, seconds } = await firstStage(copy, faults, tests, startRunner);
    const runner = startRunner({ bail: 1 });
    const verdicts = new Map<number, Verdict>();
    const broken = new Set<string>();
    for (let at = firstFault; at < faults.length; at += 1) {
      const fault = faults[at];
      if (!fault) continue;
      const files = judges
        .filter(([, ids]) => ids.has(at))
        // A file that comes by few faults is likely to be about this one, too.
        .toSorted(
          ([one, ofOne], [other, ofOther]) =>
            sharedWords(other, fault.file) - sharedWords(one, fault.file) ||
            ofOne.size - ofOther.size ||
            (seconds.get(one) ?? 0) - (seconds.get(other) ?? 0),
        )
        .map(([file]) => file);
      let noticedBy: string | undefined;
      for (const { room, first } of stages) {
        const own = files.filter((file) => file.startsWith(room));
        const parts = quick ? [own.slice(0, quickShare * first)] : [own.slice(0, first), own.slice(first)];
        for (const some of parts) {
          noticedBy ??= await findNotice(runner, (id) => copy.activate(id), {
            fault: at,
            files: some,
            broken,
          });
        }
      }
      // `npm test` checks the types, too.
      if (noticedBy === undefined && (await isRefusedByTypes(fault))) noticedBy = 'the type check';
      const verdict = { ...(noticedBy === undefined ? {} : { noticedBy }), ran: files.length };
      verdicts.set(at, verdict);
      onVerdict(verdict, at);
    }
    runner.stop();
    return verdicts;
  } finally {
    removeCopy(unchanged);
    await cluster.stop();
  }
}
