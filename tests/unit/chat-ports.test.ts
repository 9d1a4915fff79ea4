import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, toPromise, type PromiseActorLogic } from 'xstate';
import { createApi } from '#actors/api.ts';
import { createHttpClient } from '#actors/http-client.ts';
import { createStorage } from '#actors/storage.ts';
import { createAnswerCache } from '#app/answer-cache.ts';
import { provideChat } from '#app/chat-ports.ts';
import { createShareHandoff } from '#app/share-handoff.ts';
import type { Message } from '#contract/models.ts';
import type { ChatUpdate, MessagePage, OpenedChat } from '#domain/chat-window.ts';
import { upload } from '#machines/upload.ts';
import { buildComment } from '#tests/support/builders.ts';

/** The ports that open, page and update a chat, against a server with the messages of two games, numbered together. */

const post = 7;
let messages: Message[];
/** The requests for messages and for the read position, without their version. */
let requests: string[];

/** The last message that the member has read. */
let lastRead: number | null;

function answer(url: URL): Response {
  const { pathname, searchParams } = url;
  searchParams.delete('ver');
  const ofReadPosition = pathname.endsWith('/talk/');
  requests.push(`${ofReadPosition ? 'talk?' : ''}${searchParams.toString()}`);
  if (ofReadPosition) return Response.json({ last: lastRead });
  const number = (name: string, otherwise: number) => Number(searchParams.get(name) ?? otherwise);
  const found = messages
    .filter(({ id }) => id > number('after', 0) && id < number('before', Infinity))
    .filter((message) => message.comment_post === number('comment_post', message.comment_post))
    // Oldest first after a given message, otherwise newest first.
    .toSorted((one, other) =>
      searchParams.has('after') && !searchParams.has('before') ? one.id - other.id : other.id - one.id,
    );
  const [limit, page] = [number('limit', 50), number('page', 1)];
  return Response.json({ count: found.length, results: found.slice((page - 1) * limit, page * limit) });
}

beforeEach(() => {
  requests = [];
  lastRead = null;
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

/** What a port of the chat's machine resolves with. */
function run<Output>(port: 'openChat' | 'fetchPage' | 'fetchUpdate', input: object): Promise<Output> {
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
  const logic = thread.implementations.actors[port] as unknown as PromiseActorLogic<Output, object>;
  return toPromise(createActor(logic, { input: { post, ...input } }).start());
}

/** An update of a chat that has loaded messages 3 to 8, `count` of them. */
const update = (count: number, more: { skipNewer?: boolean; newest?: number } = {}): Promise<ChatUpdate> =>
  run('fetchUpdate', { after: 8, oldest: 3, newest: 8, count, skipNewer: false, ...more });

/** Sets the messages of the chat, with messages of another one between them. */
function write(...ids: readonly number[]): void {
  messages = ids.flatMap((id) => [
    buildComment(id, { comment_post: post }),
    buildComment(id + 500, { comment_post: 11 }),
  ]);
}
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);
const inChat = (...ids: readonly number[]) => ids.map((id) => buildComment(id, { comment_post: post }));

test('an update requests only newer messages while the loaded ones are unchanged', async () => {
  messages.push(buildComment(10, { comment_post: post }));
  expect(await update(3)).toEqual({
    added: { messages: [buildComment(10, { comment_post: post })], hasMore: false },
    reloaded: null,
  });
  expect(requests.toSorted()).toEqual([
    'comment_post=7&after=2&before=9&limit=1',
    'comment_post=7&after=8&limit=4&page=1',
  ]);
});

test('an update reloads the loaded messages, of this chat alone, once one was deleted', async () => {
  messages = messages.filter(({ id }) => id !== 5);
  expect(await update(3)).toEqual({
    added: { messages: [], hasMore: false },
    reloaded: [3, 8].map((id) => buildComment(id, { comment_post: post })),
  });
});

test('an update reloads the loaded messages once one was added between them', async () => {
  write(3, 5, 6, 8);
  expect(await update(3)).toEqual({
    added: { messages: [], hasMore: false },
    reloaded: inChat(3, 5, 6, 8),
  });
});

test('an update requests and adds no newer messages where the end is not loaded', async () => {
  messages.push(buildComment(10, { comment_post: post }));
  expect(await update(3, { skipNewer: true })).toEqual({
    added: { messages: [], hasMore: true },
    reloaded: null,
  });
  expect(requests).toEqual(['comment_post=7&after=2&before=9&limit=1']);
});

test.each([
  [200, 2],
  [201, 3],
])('all %i loaded messages are reloaded, in %i pages', async (count, pages) => {
  write(...range(3, count + 2));
  const all = { oldest: 3, newest: count + 2, after: count + 2, skipNewer: true };
  const { reloaded } = await run<ChatUpdate>('fetchUpdate', { ...all, count: count + 1 });
  expect(reloaded).toEqual(inChat(...range(3, count + 2)));
  expect(requests.filter((query) => query.includes('limit=100'))).toHaveLength(pages);
});

test('an update of an empty chat reloads nothing', async () => {
  write(4);
  const empty = { oldest: 0, newest: 0, after: 0, count: 0, skipNewer: false };
  expect(await run('fetchUpdate', empty)).toEqual({
    added: { messages: inChat(4), hasMore: false },
    reloaded: null,
  });
  expect(requests).toEqual(['comment_post=7&after=0&limit=4&page=1']);
});

test.each([
  ['a page alone', [20, 31, 42], { before: 42 }, [20, 31], false, 1],
  ['a whole page', range(1, 5), { after: 1 }, range(2, 5), false, 1],
  ['one more than a page', range(1, 6), { after: 1 }, range(2, 6), false, 2],
  ['three pages', range(1, 12), { before: 13 }, range(1, 12), false, 3],
  ['one more than three pages', range(1, 13), { before: 14 }, range(2, 13), true, 3],
  ['many, before one', range(1, 40), { before: 31 }, range(19, 30), true, 3],
  ['many, after one', range(1, 40), { after: 9 }, range(10, 21), true, 3],
])(
  'a page of messages is fetched as up to three requests: %s',
  async (_, ids, next, found, hasMore, pages) => {
    write(...ids);
    expect(await run<MessagePage>('fetchPage', next)).toEqual({ messages: inChat(...found), hasMore });
    expect(requests).toHaveLength(pages);
  },
);

test.each([
  ['where nothing was read yet', null, range(19, 30), { hasOlder: true, hasNewer: false }],
  ['where all was read', 30, range(19, 30), { hasOlder: true, hasNewer: false }],
  [
    'where the first unread message is the oldest of the last pages',
    18,
    range(19, 30),
    { hasOlder: true, hasNewer: false },
  ],
  [
    'where the first unread message is further back',
    17,
    [...range(6, 17), ...range(18, 29)],
    { hasOlder: true, hasNewer: true },
  ],
  [
    'where the first unread message is near the beginning',
    2,
    [...range(1, 2), ...range(3, 14)],
    { hasOlder: false, hasNewer: true },
  ],
])('a chat opens %s', async (_, last, found, more) => {
  write(...range(1, 30));
  lastRead = last;
  const opened = { messages: inChat(...found), ...more, lastRead: last };
  expect(await run<OpenedChat>('openChat', { newest: false })).toEqual(opened);
});

test('a short chat opens complete, and one opened at its end does not request what was read', async () => {
  write(2, 5, 9);
  lastRead = 2;
  const wholeChat = { messages: inChat(2, 5, 9), hasOlder: false, hasNewer: false };
  expect(await run('openChat', { newest: false })).toEqual({ ...wholeChat, lastRead: 2 });
  requests = [];
  expect(await run('openChat', { newest: true })).toEqual({ ...wholeChat, lastRead: null });
  expect(requests).toEqual(['comment_post=7&limit=4&page=1']);
});
