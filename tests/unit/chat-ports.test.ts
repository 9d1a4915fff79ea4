import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, toPromise, type PromiseActorLogic } from 'xstate';
import { createApi } from '#actors/api.ts';
import { createHttpClient } from '#actors/http-client.ts';
import { createStorage } from '#actors/storage.ts';
import { createAnswerCache } from '#app/answer-cache.ts';
import { provideChat } from '#app/chat-ports.ts';
import { createShareHandoff } from '#app/share-handoff.ts';
import type { Message } from '#contract/models.ts';
import type { ChatUpdate } from '#domain/chat-window.ts';
import { upload } from '#machines/upload.ts';
import { buildComment } from '#tests/support/builders.ts';

/** What a chat's update brings: of a server that has the messages of two games, numbered together. */

const post = 7;
let messages: Message[];
/** The requests for messages, without their version. */
let asked: string[];

function answer(url: URL): Response {
  const { searchParams } = url;
  searchParams.delete('ver');
  asked.push(searchParams.toString());
  const number = (name: string, otherwise: number) => Number(searchParams.get(name) ?? otherwise);
  const found = messages
    .filter(({ id }) => id > number('after', 0) && id < number('before', Infinity))
    .filter((message) => message.comment_post === number('comment_post', message.comment_post))
    .toSorted((one, other) => other.id - one.id);
  const [limit, page] = [number('limit', 50), number('page', 1)];
  return Response.json({ count: found.length, results: found.slice((page - 1) * limit, page * limit) });
}

beforeEach(() => {
  asked = [];
  messages = [3, 5, 8].map((id) => buildComment(id, { comment_post: post }));
  messages.push(...[2, 4, 6, 7, 9].map((id) => buildComment(id, { comment_post: 11 })));
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', { documentElement: { lang: 'he' } });
  vi.stubGlobal('fetch', (input: RequestInfo | URL) =>
    Promise.resolve(answer(new URL(input instanceof Request ? input.url : input))),
  );
});
afterEach(() => vi.unstubAllGlobals());

/** An update of a chat whose loaded messages are 3, 5 and 8, or how many are `count`. */
function update(count: number, more: { skipNewer?: boolean } = {}): Promise<ChatUpdate> {
  const client = createHttpClient({
    origin: 'http://server',
    version: '1',
    token: () => 'dana-1',
    onExpired: () => undefined,
    onServerTime: () => undefined,
  });
  const storage = createStorage(null);
  const last = createAnswerCache(
    storage,
    () => ({ member: 2, language: 'he', version: '1' }),
    () => 0,
  );
  const handoff = createShareHandoff(
    () => 2,
    () => undefined,
  );
  const { thread } = provideChat(createApi(client), storage, last, handoff, upload);
  const logic = thread.implementations.actors.fetchUpdate as PromiseActorLogic<ChatUpdate>;
  const input = { post, after: 8, oldest: 3, newest: 8, count, skipNewer: false, ...more };
  return toPromise(createActor(logic, { input }).start());
}

test('nothing but what is new is asked for while the loaded ones are all there', async () => {
  messages.push(buildComment(10, { comment_post: post }));
  expect(await update(3)).toEqual({
    added: { messages: [buildComment(10, { comment_post: post })], hasMore: false },
    reloaded: null,
  });
  expect(asked.toSorted()).toEqual([
    'comment_post=7&after=2&before=9&limit=1',
    'comment_post=7&after=8&limit=4&page=1',
  ]);
});

test('once one was deleted or came late, those of this chat are loaded again, and no other’s', async () => {
  messages = messages.filter(({ id }) => id !== 5);
  expect(await update(3)).toEqual({
    added: { messages: [], hasMore: false },
    reloaded: [3, 8].map((id) => buildComment(id, { comment_post: post })),
  });
});

test('what is newer is not asked for where the end is not loaded', async () => {
  messages.push(buildComment(10, { comment_post: post }));
  expect(await update(3, { skipNewer: true })).toEqual({
    added: { messages: [], hasMore: true },
    reloaded: null,
  });
});
