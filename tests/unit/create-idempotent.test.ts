import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStorage } from '#actors/storage.ts';
import { createIdempotent } from '#app/create-idempotent.ts';
import { FailureError } from '#contract/failures.ts';

beforeEach(() => vi.stubGlobal('window', new EventTarget()));
afterEach(() => vi.unstubAllGlobals());

type Answer = { readonly resolve: (made: string) => void; readonly reject: (thrown: unknown) => void };

/** A server that creates one row a key, and answers when the test resolves the answer. */
function deferredServer() {
  const keys: string[] = [];
  const answers: Answer[] = [];
  const send = (key: string) => {
    keys.push(key);
    return new Promise<string>((resolve, reject) => answers.push({ resolve, reject }));
  };
  return { keys, answers, send, created: () => new Set(keys).size };
}

const draft = { name: 'הגמר' };

test('a draft whose answer arrived is created again when it is sent again', async () => {
  const createOnce = createIdempotent(createStorage(null));
  const { answers, send, created } = deferredServer();
  const { signal } = new AbortController();
  for (const at of [0, 1]) {
    const creating = createOnce('game', draft, signal, send);
    answers[at]?.resolve('made');
    expect(await creating).toBe('made');
  }
  expect(created()).toBe(2);
});

test.each([
  ['answered late', (answer?: Answer) => answer?.resolve('made')],
  ['lost', (answer?: Answer) => answer?.reject(new FailureError({ kind: 'offline' }))],
])(
  'a draft whose answer is %s after its caller left is created once when it is sent again',
  async (_, settle) => {
    const createOnce = createIdempotent(createStorage(null));
    const { answers, send, created } = deferredServer();
    const asker = new AbortController();
    const abandoned = createOnce('game', draft, asker.signal, send);
    asker.abort();
    settle(answers[0]);
    await Promise.allSettled([abandoned]);
    const again = createOnce('game', draft, new AbortController().signal, send);
    answers[1]?.resolve('made');
    await again;
    expect(created()).toBe(1);
  },
);

test('a late answer to an earlier draft does not change the key of the changed one', async () => {
  const createOnce = createIdempotent(createStorage(null));
  const { keys, answers, send, created } = deferredServer();
  const asker = new AbortController();
  const abandoned = createOnce('game', draft, asker.signal, send);
  asker.abort();
  const changed = { name: 'חצי הגמר' };
  const { signal } = new AbortController();
  const lost = createOnce('game', changed, signal, send);
  answers[0]?.resolve('made');
  await abandoned;
  answers[1]?.reject(new FailureError({ kind: 'offline' }));
  await Promise.allSettled([lost]);
  const again = createOnce('game', changed, signal, send);
  answers[2]?.resolve('made');
  await again;
  expect([created(), keys[1]]).toEqual([2, keys[2]]);
});

/** Sends a draft whose request ends with this failure. */
async function loses(
  createOnce: ReturnType<typeof createIdempotent>,
  { answers, send }: ReturnType<typeof deferredServer>,
  body: object,
  kind: 'offline' | 'conflict' | 'forbidden' = 'offline',
) {
  const creating = createOnce('game', body, new AbortController().signal, send);
  answers.at(-1)?.reject(new FailureError({ kind }));
  await Promise.allSettled([creating]);
}

test('a draft whose answer was lost is created once, across a reload too', async () => {
  const storage = createStorage(null);
  const server = deferredServer();
  await loses(createIdempotent(storage), server, draft);
  await loses(createIdempotent(storage), server, draft);
  expect([server.keys.length, server.created()]).toEqual([2, 1]);
});

test('a draft keeps its key while another tab sends another one', async () => {
  const storage = createStorage(null);
  const server = deferredServer();
  const [tab, otherTab] = [createIdempotent(storage), createIdempotent(storage)];
  await loses(tab, server, draft);
  await loses(otherTab, server, { name: 'חצי הגמר' });
  await loses(tab, server, draft);
  expect([server.keys[2] === server.keys[0], server.created()]).toEqual([true, 2]);
});

test.each([
  ['a conflict, since the first request may still be in flight', 'conflict', 1],
  ['a refusal, which would be repeated', 'forbidden', 2],
] as const)('a draft is sent again after %s', async (_, kind, keys) => {
  const createOnce = createIdempotent(createStorage(null));
  const server = deferredServer();
  await loses(createOnce, server, draft, kind);
  await loses(createOnce, server, draft);
  expect([server.keys.length, server.created()]).toEqual([2, keys]);
});
