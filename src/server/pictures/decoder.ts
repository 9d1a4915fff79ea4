import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Mutex } from '#contract/mutex.ts';
import { problem } from '#server/http/problems.ts';
import type { ProcessedPicture, PictureRefusal } from './decoder-worker.ts';

/**
 * Runs the picture decoder in a child process: without secrets, with a time limit per picture, replaced after 16
 * pictures (its heap never shrinks).
 */

const workerFile = fileURLToPath(new URL('./decoder-worker.ts', import.meta.url));
const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const decodeTimeout = 20_000;
const idleTimeout = 30_000;
const picturesPerWorker = 16;

type Worker = { readonly child: ChildProcess; left: number; idle: NodeJS.Timeout | undefined };
let worker: Worker | null = null;
/** Resolves when the previous worker has exited. */
let previousExit: Promise<unknown> = Promise.resolve();
const decoding = new Mutex();

function stopWorker(which: Worker): void {
  clearTimeout(which.idle);
  which.child.kill('SIGKILL');
  if (worker === which) worker = null;
}

function startWorker(): Worker {
  const child = fork(workerFile, {
    execArgv: ['--import', loader],
    serialization: 'advanced',
    // Two malloc arenas suffice for one picture at a time; large blocks are returned at once.
    env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const begun: Worker = { child, left: picturesPerWorker, idle: undefined };
  previousExit = new Promise<void>((ends) => {
    for (const end of ['exit', 'error'])
      child.once(end, () => {
        stopWorker(begun);
        ends();
      });
  });
  return begun;
}

async function requestPicture(
  { child }: Worker,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<ProcessedPicture | PictureRefusal> {
  child.send(bytes);
  // A crash or timeout means unsupported_media.
  const broken = once(child, 'exit', { signal }).then((): PictureRefusal => 'unsupported_media');
  const answered = once(child, 'message', { signal }).then(
    ([made]) => made as ProcessedPicture | PictureRefusal,
  );
  return Promise.race([answered, broken]);
}

/** Unrefs the idle worker and stops it after 30 s. */
function releaseWorker(which: Worker): void {
  if (worker !== which || which.left === 0) return stopWorker(which);
  which.child.unref();
  which.child.channel?.unref();
  which.idle = setTimeout(() => stopWorker(which), idleTimeout).unref();
}

async function decode(bytes: Buffer): Promise<ProcessedPicture> {
  if (!worker) await previousExit;
  const mine = (worker ??= startWorker());
  clearTimeout(mine.idle);
  mine.left -= 1;
  const done = new AbortController();
  const patience = setTimeout(() => stopWorker(mine), decodeTimeout);
  try {
    const made = await requestPicture(mine, bytes, done.signal);
    if (made === 'too_large') throw problem.tooLarge();
    if (made === 'unsupported_media') throw problem.unsupportedMedia();
    return made;
  } finally {
    clearTimeout(patience);
    done.abort();
    releaseWorker(mine);
  }
}

/** Both sizes of the picture, or the problem: unsupported, or too large. */
export function processPicture(bytes: Buffer): Promise<ProcessedPicture> {
  return decoding.run(() => decode(bytes));
}
