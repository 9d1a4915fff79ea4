import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { problem } from '#server/http/problems.ts';
import type { Made, NotMade } from './make.ts';
import { Line } from './turns.ts';

/**
 * Decoders are where strangers' bytes do harm, and a heap that has unpacked many pictures never shrinks again. So they
 * work in a process of their own, which knows no secrets, has a time for each picture, and is replaced after a few.
 */

const entry = fileURLToPath(new URL('./make.ts', import.meta.url));
const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const pictureWithin = 20_000;
const idleFor = 30_000;
const picturesEach = 16;

type Worker = { readonly child: ChildProcess; left: number; idle: NodeJS.Timeout | undefined };
let worker: Worker | null = null;
/** The end of the one before: until then its memory is not free for another's. */
let gone: Promise<unknown> = Promise.resolve();
const line = new Line(1);

function retire(which: Worker): void {
  clearTimeout(which.idle);
  which.child.kill('SIGKILL');
  if (worker === which) worker = null;
}

function begin(): Worker {
  const child = fork(entry, {
    execArgv: ['--import', loader],
    serialization: 'advanced',
    // Two heaps are enough for one picture at a time, and what is large goes back when it is let go.
    env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const begun: Worker = { child, left: picturesEach, idle: undefined };
  gone = new Promise<void>((ends) => {
    for (const end of ['exit', 'error'])
      child.once(end, () => {
        retire(begun);
        ends();
      });
  });
  return begun;
}

async function ask({ child }: Worker, bytes: Buffer, signal: AbortSignal): Promise<Made | NotMade> {
  child.send(bytes);
  // A picture that breaks its decoder, or never ends, is none.
  const broken = once(child, 'exit', { signal }).then((): NotMade => 'unsupported_media');
  const answered = once(child, 'message', { signal }).then(([made]) => made as Made | NotMade);
  return Promise.race([answered, broken]);
}

/** Neither the process nor its channel keeps a server that wants to end; one that has nothing to do goes. */
function rest(which: Worker): void {
  if (worker !== which || which.left === 0) return retire(which);
  which.child.unref();
  which.child.channel?.unref();
  which.idle = setTimeout(() => retire(which), idleFor).unref();
}

async function decode(bytes: Buffer): Promise<Made> {
  if (!worker) await gone;
  const mine = (worker ??= begin());
  clearTimeout(mine.idle);
  mine.left -= 1;
  const done = new AbortController();
  const patience = setTimeout(() => retire(mine), pictureWithin);
  try {
    const made = await ask(mine, bytes, done.signal);
    if (made === 'too_large') throw problem.tooLarge();
    if (made === 'unsupported_media') throw problem.unsupportedMedia();
    return made;
  } finally {
    clearTimeout(patience);
    done.abort();
    rest(mine);
  }
}

/** The two pictures, or the refusal: not a picture that we take, or too much in it. */
export function makePicture(bytes: Buffer): Promise<Made> {
  return line.run(() => decode(bytes));
}
