import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { startCluster } from '#tests/support/database/postgres-cluster.ts';
import type { FaultyCopy } from './plant.ts';
import type { PlantedFault } from './sample.ts';

export type Verdict = {
  /** The first test that failed, or why the run ended. */
  readonly noticedBy?: string;
  /** How many files of tests come by the fault's place. */
  readonly ran: number;
};

type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
};

/** Reads the sources themselves, which differ in the copy. */
const readsSources = 'tests/unit/fences.test.ts';
const minutes = 60_000;

/**
 * Runs vitest in the copy; the report of what ran, or `undefined` if it took longer than allowed. The signal ends it with
 * all processes of its group.
 */
export async function runTests(
  folder: string,
  databaseUrl: string,
  args: readonly string[],
  limit: number,
  signal: AbortSignal,
) {
  signal.throwIfAborted();
  const output = join(folder, '.mutate/report.json');
  rmSync(output, { force: true });
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      'tests/vitest.config.ts',
      '--mode',
      'mutate',
      '--reporter',
      'json',
      '--outputFile',
      output,
      ...args,
    ],
    { cwd: folder, env: { ...process.env, TEST_DATABASE_URL: databaseUrl }, stdio: 'ignore', detached: true },
  );
  const end = () => process.kill(-(child.pid ?? 0), 'SIGKILL');
  const timer = setTimeout(end, limit);
  signal.addEventListener('abort', end);
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  signal.removeEventListener('abort', end);
  signal.throwIfAborted();
  return existsSync(output) ? (JSON.parse(readFileSync(output, 'utf8')) as Report) : undefined;
}

function failureIn(report: Report | undefined): string | undefined {
  if (!report) return 'a run that did not end';
  for (const { name, status, message, assertionResults } of report.testResults) {
    const failed = assertionResults.find((one) => one.status === 'failed');
    if (failed) return failed.fullName;
    if (status === 'failed') return `${name}: ${message.slice(0, 200)}`;
  }
  return undefined;
}

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
  run: (args: readonly string[]) => Promise<Report | undefined>,
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
  const whole = await run(['--isolate', '--exclude', readsSources, ...tests]);
  if (!whole) throw new Error('The tests did not end without a fault.');
  if (whole.testResults.length === 0) throw new Error('No test ran without a fault: try npm test.');
  const fileOf = (name: string) => relative(copy.folder, name);
  const red = new Set(
    whole.testResults.filter(({ status }) => status !== 'passed').map(({ name }) => fileOf(name)),
  );
  if (red.size > 0) console.log(`Left out, for they fail without a fault: ${[...red].join(', ')}`);
  const judges = [...copy.takeReached()]
    .map(([name, ids]) => [fileOf(name), ids] as const)
    .filter(([file]) => file !== '' && !red.has(file));
  const seconds = whole.testResults.map(
    ({ name, startTime, endTime }) => [fileOf(name), (endTime - startTime) / 1000] as const,
  );
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

/** Judges the faults from the `first` on, one by one, each by the tests that come by its place, until one fails. */
export async function judge(
  copy: FaultyCopy,
  faults: readonly PlantedFault[],
  { tests, first: firstFault, quick, signal }: Judging,
  onVerdict: (verdict: Verdict, at: number) => void,
): Promise<Map<number, Verdict>> {
  const cluster = await startCluster();
  try {
    const { judges, seconds } = await firstStage(copy, faults, tests, (args) =>
      runTests(copy.folder, cluster.url, args, 60 * minutes, signal),
    );
    const verdicts = new Map<number, Verdict>();
    for (let at = firstFault; at < faults.length; at += 1) {
      copy.activate(at);
      const files = judges
        .filter(([, ids]) => ids.has(at))
        // A file that comes by few faults is likely to be about this one.
        .toSorted(
          ([one, ofOne], [other, ofOther]) =>
            ofOne.size - ofOther.size || (seconds.get(one) ?? 0) - (seconds.get(other) ?? 0),
        )
        .map(([file]) => file);
      let noticedBy: string | undefined;
      for (const { room, first } of stages) {
        const own = files.filter((file) => file.startsWith(room));
        const parts = quick ? [own.slice(0, quickShare * first)] : [own.slice(0, first), own.slice(first)];
        for (const some of parts) {
          if (noticedBy !== undefined || some.length === 0) continue;
          noticedBy = failureIn(
            await runTests(copy.folder, cluster.url, ['--bail', '1', ...some], 15 * minutes, signal),
          );
        }
      }
      const verdict = { ...(noticedBy === undefined ? {} : { noticedBy }), ran: files.length };
      verdicts.set(at, verdict);
      onVerdict(verdict, at);
    }
    return verdicts;
  } finally {
    await cluster.stop();
  }
}
