import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { PlantedFault } from './sample.ts';

const compiler = resolve('node_modules/typescript/bin/tsc');

/**
 * A type check of a copy of the project without faults: whether it refuses one that is planted there. Rejects if it refuses
 * the project itself, or once the signal is aborted.
 */
export async function openTypeCheck(
  folder: string,
  signal: AbortSignal,
): Promise<(planted: Pick<PlantedFault, 'file' | 'source' | 'fault'>) => Promise<boolean>> {
  const options = ['--noEmit', '--incremental', '--tsBuildInfoFile', join(folder, '.tsbuildinfo')];
  /** What the check prints if it refuses the copy; null if it accepts it. */
  const refusal = async (): Promise<string | null> => {
    try {
      await promisify(execFile)(process.execPath, [compiler, ...options], { cwd: folder, signal });
      return null;
    } catch (error) {
      signal.throwIfAborted();
      return (error as { stdout?: string }).stdout ?? String(error);
    }
  };
  const own = await refusal();
  if (own !== null) throw new Error(`The type check refuses the project without a fault:\n${own}`);
  return async ({ file, source, fault: { from, to, replacement } }) => {
    writeFileSync(join(folder, file), source.slice(0, from) + replacement + source.slice(to));
    try {
      return (await refusal()) !== null;
    } finally {
      writeFileSync(join(folder, file), source);
    }
  };
}
