import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Mutex } from '#contract/mutex.ts';
import { problem } from '#server/http/problems.ts';
import type { ProcessedPicture, PictureRefusal } from './decoder-worker.ts';

/**
 * Runs the picture decoder in a child process: without secrets, with a time limit per picture, and replaced after 16
 * pictures, because its heap never shrinks. A decoder that does not start, as on a busy machine, or ends before it has the
 * picture says nothing about it: 503. One that ends or takes too long while it decodes has met a picture that is made for it: 415.
 */

const workerFile = fileURLToPath(new URL('./decoder-worker.ts', import.meta.url));
const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const startTimeout = 60_000;
const decodeTimeout = 20_000;
const idleTimeout = 30_000;
const picturesPerWorker = 16;

type Worker = {
  readonly child: ChildProcess;
  /** Resolves when it has started, or ended before. */
  readonly started: Promise<unknown>;
  /** Resolves when it has ended, however. */
  readonly ended: Promise<void>;
  remaining: number;
  idle: NodeJS.Timeout | undefined;
};
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
  const startTimer = setTimeout(() => child.kill('SIGKILL'), startTimeout);
  const ended = new Promise<void>((end) => {
    child.on('error', () => end());
    // What it has sent comes before it is disconnected, but maybe after its exit.
    child.on('exit', () => (child.connected ? child.once('disconnect', () => end()) : end()));
  });
  const loaded = new Promise((load) => child.once('message', load));
  const started = Promise.race([loaded, ended]).finally(() => clearTimeout(startTimer));
  const worker: Worker = { child, started, ended, remaining: picturesPerWorker, idle: undefined };
  previousExit = ended.then(() => stopWorker(worker));
  return worker;
}

type Answer = ProcessedPicture | PictureRefusal;

async function requestPicture(worker: Worker, bytes: Buffer): Promise<Answer> {
  const { child, ended } = worker;
  let isReceived = false;
  const answered = new Promise<Answer>((answer) =>
    child.once('message', () => {
      isReceived = true;
      child.once('message', answer);
    }),
  );
  child.send(bytes, (error) => {
    if (error) stopWorker(worker);
  });
  const answer = await Promise.race([answered, ended]);
  if (answer) return answer;
  if (!isReceived) throw problem.unavailable();
  return 'unsupported_media';
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
  await worker.started;
  const timeout = setTimeout(() => stopWorker(worker), decodeTimeout);
  try {
    const picture = await requestPicture(worker, bytes);
    if (picture === 'too_large') throw problem.tooLarge();
    if (picture === 'unsupported_media') throw problem.unsupportedMedia();
    return picture;
  } finally {
    clearTimeout(timeout);
    releaseWorker(worker);
  }
}

/** Both sizes of the picture, or the problem: unsupported, or too large. */
export function processPicture(bytes: Buffer): Promise<ProcessedPicture> {
  return decoding.run(() => decode(bytes));
}
