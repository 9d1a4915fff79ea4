import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Mutex } from '#contract/mutex.ts';
import { problem } from '#server/http/problems.ts';
import type { ProcessedPicture, PictureRefusal } from './decoder-worker.ts';

/**
 * Runs the picture decoder in a child process: without secrets, with a time limit per picture, and replaced after 16
 * pictures, because its heap never shrinks.
 */

const workerFile = fileURLToPath(new URL('./decoder-worker.ts', import.meta.url));
const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const decodeTimeout = 20_000;
const idleTimeout = 30_000;
const picturesPerWorker = 16;

type Worker = { readonly child: ChildProcess; remaining: number; idle: NodeJS.Timeout | undefined };
let currentWorker: Worker | null = null;
/** Resolves when the previous worker has exited. */
let previousExit: Promise<unknown> = Promise.resolve();
const decoding = new Mutex();

function stopWorker(worker: Worker): void {
  clearTimeout(worker.idle);
  worker.child.kill('SIGKILL');
  if (currentWorker === worker) currentWorker = null;
}

function startWorker(): Worker {
  const child = fork(workerFile, {
    execArgv: ['--import', loader],
    serialization: 'advanced',
    // Two malloc arenas are enough for one picture at a time; large blocks are returned to the system at once.
    env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const started: Worker = { child, remaining: picturesPerWorker, idle: undefined };
  previousExit = new Promise<void>((ends) => {
    for (const end of ['exit', 'error'])
      child.once(end, () => {
        stopWorker(started);
        ends();
      });
  });
  return started;
}

async function requestPicture(
  { child }: Worker,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<ProcessedPicture | PictureRefusal> {
  child.send(bytes);
  // A crash or a timeout counts as unsupported_media.
  const exited = once(child, 'exit', { signal }).then((): PictureRefusal => 'unsupported_media');
  const answered = once(child, 'message', { signal }).then(
    ([picture]: (ProcessedPicture | PictureRefusal)[]) => picture ?? 'unsupported_media',
  );
  return Promise.race([answered, exited]);
}

/** Unrefs the idle worker and stops it after 30 s. */
function releaseWorker(worker: Worker): void {
  if (currentWorker !== worker || worker.remaining === 0) return stopWorker(worker);
  worker.child.unref();
  worker.child.channel?.unref();
  worker.idle = setTimeout(() => stopWorker(worker), idleTimeout).unref();
}

async function decode(bytes: Buffer): Promise<ProcessedPicture> {
  if (!currentWorker) await previousExit;
  const worker = (currentWorker ??= startWorker());
  clearTimeout(worker.idle);
  worker.remaining -= 1;
  const done = new AbortController();
  const timeout = setTimeout(() => stopWorker(worker), decodeTimeout);
  try {
    const picture = await requestPicture(worker, bytes, done.signal);
    if (picture === 'too_large') throw problem.tooLarge();
    if (picture === 'unsupported_media') throw problem.unsupportedMedia();
    return picture;
  } finally {
    clearTimeout(timeout);
    done.abort();
    releaseWorker(worker);
  }
}

/** Both sizes of the picture, or the problem: unsupported, or too large. */
export function processPicture(bytes: Buffer): Promise<ProcessedPicture> {
  return decoding.run(() => decode(bytes));
}
