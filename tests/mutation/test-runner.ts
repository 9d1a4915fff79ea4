import { relative } from 'node:path';
import { createVitest, type CliOptions, type Reporter, type TestModule } from 'vitest/node';
import type { FileReport, TestReport } from './judge.ts';

/**
 * A process that starts vitest once, with the options in its first argument as JSON, and then answers each message, a list
 * of files of tests (none for all), with their report. Each run's tests are in new processes.
 */

let files: FileReport[] = [];
let failure: string | undefined;
let failedIn: string | undefined;

const fileOf = ({ moduleId }: TestModule) => relative(process.cwd(), moduleId);

/** Keeps the first failure of a run: what comes after it may have been cancelled. */
const collector: Reporter = {
  onTestCaseResult(test) {
    if (test.result().state !== 'failed') return;
    failure ??= test.fullName;
    failedIn ??= fileOf(test.module);
  },
  onTestModuleEnd(module) {
    const [error] = module.errors();
    const passed = module.state() !== 'failed';
    if (!passed) {
      failure ??= `${fileOf(module)}: ${error?.message.slice(0, 200) ?? 'failed'}`;
      failedIn ??= fileOf(module);
    }
    files.push({ file: fileOf(module), seconds: module.diagnostic().duration / 1000, passed });
  },
  onTestRunEnd(_modules, [unhandled]) {
    if (unhandled) failure ??= `unhandled: ${unhandled.message.slice(0, 200)}`;
  },
};

const vitest = await createVitest('test', {
  ...(JSON.parse(process.argv[2] ?? '{}') as CliOptions),
  config: 'tests/vitest.config.ts',
  mode: 'mutate',
  watch: false,
  reporters: [collector],
});

async function run(named: string[]): Promise<TestReport> {
  files = [];
  failure = undefined;
  failedIn = undefined;
  await vitest.runTestSpecifications(await vitest.globTestSpecifications(named));
  return {
    files,
    ...(failure === undefined ? {} : { failure }),
    ...(failedIn === undefined ? {} : { failedIn }),
  };
}

process.on('message', (named: string[]) => {
  void run(named).then((report) => process.send?.(report));
});
process.send?.('ready');
