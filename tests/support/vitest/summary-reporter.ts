import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node';

/**
 * Prints the last line of a run: `N passed, N failed`. A file that could not be collected and an error outside any test
 * count as failed; a test that did not run fails the run and is named, unless tests were chosen by a pattern.
 */
export default class ClosingLine implements Reporter {
  #isWhole = true;

  onInit({ config }: Vitest): void {
    this.#isWhole = config.testNamePattern === undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    let passed = 0;
    let failed = unhandled.length;
    const skipped: string[] = [];
    for (const module of modules) {
      failed += module.errors().length;
      for (const suite of module.children.allSuites()) failed += suite.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed++;
        else if (state === 'failed') failed++;
        else skipped.push(`${module.relativeModuleId} > ${test.fullName}`);
      }
    }
    if (passed === 0 && failed === 0) failed++;
    const missing = this.#isWhole ? skipped : [];
    if (failed > 0 || missing.length > 0) process.exitCode = 1;
    // At exit, so that the line comes after Vitest's own summary.
    process.once('exit', () => {
      for (const name of missing) process.stdout.write(`\nDid not run, which fails the whole: ${name}`);
      const notRun = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
      process.stdout.write(`\n${passed} passed, ${failed} failed${notRun}\n`);
    });
  }
}
