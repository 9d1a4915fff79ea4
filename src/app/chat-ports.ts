import * as v from 'valibot';
import type { Api } from '#actors/api.ts';
import { calls } from '#contract/calls.ts';
import type { KeyValueStore } from '#actors/storage.ts';
import { limits } from '#contract/limits.ts';
import type { Message } from '#contract/models.ts';
import type { ChatUpdate, MessagePage, OpenedChat } from '#domain/chat-window.ts';
import { chat } from '#machines/chat.ts';
import { composer, type ChatKey } from '#machines/composer.ts';
import { readReceipts } from '#machines/read-receipts.ts';
import { storedValue } from './stored-value.ts';
import { withTimeout } from './with-timeout.ts';

/** So many pages are asked for at once: a page is four messages, and a thumb passes them faster than a line answers. */
const pagesAtOnce = 3;

const sortedUnique = (rows: readonly Message[]) =>
  [...new Map(rows.map((row) => [row.id, row])).values()].toSorted((one, other) => one.id - other.id);

type CommentRange = { readonly comment_post: number; readonly before?: number; readonly after?: number };

/** The comments next to where one stands. The first page says how many more there are to ask for. */
async function fetchMessages(http: Api, span: CommentRange, signal: AbortSignal): Promise<MessagePage> {
  const limit = limits.chat.page;
  const page = (nth: number) => http.list('postcomment', { ...span, limit, page: nth }, signal);
  const { results, count } = await page(1);
  const pages = Math.min(Math.ceil(count / limit), pagesAtOnce);
  const rest = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, at) => page(at + 2)));
  const rows = sortedUnique([...results, ...rest.flatMap((one) => one.results)]);
  return { rows, more: count > rows.length };
}

/** Every comment between these two, themselves included. */
async function fetchMessagesBetween(
  http: Api,
  post: number,
  oldest: number,
  newest: number,
  signal: AbortSignal,
) {
  const limit = limits.page.max;
  const page = (offset: number) =>
    http.list(
      'postcomment',
      { comment_post: post, after: oldest - 1, before: newest + 1, limit, offset },
      signal,
    );
  const { results, count } = await page(0);
  const more = Math.max(0, Math.ceil(count / limit) - 1);
  const rest = await Promise.all(Array.from({ length: more }, (_, at) => page((at + 1) * limit)));
  return sortedUnique([...results, ...rest.flatMap((one) => one.results)]);
}

function provideChatMachine(http: Api) {
  return chat.provide({
    actors: {
      openTalk: withTimeout(async ({ input: { post, newest }, signal }): Promise<OpenedChat> => {
        const [end, { last }] = await Promise.all([
          fetchMessages(http, { comment_post: post }, signal),
          newest ? { last: null } : http.call(calls.talk, { query: { post }, signal }),
        ]);
        const first = end.rows[0]?.id ?? 0;
        if (last === null || last >= first - 1 || !end.more)
          return { rows: end.rows, older: end.more, newer: false, last };
        // What was not read yet begins further back: there the reader goes on.
        const [before, after] = await Promise.all([
          fetchMessages(http, { comment_post: post, before: last + 1 }, signal),
          fetchMessages(http, { comment_post: post, after: last }, signal),
        ]);
        return { rows: [...before.rows, ...after.rows], older: before.more, newer: after.more, last };
      }),
      fetchOlder: withTimeout(({ input: { post, before }, signal }) =>
        fetchMessages(http, { comment_post: post, before }, signal),
      ),
      fetchNewer: withTimeout(({ input: { post, after }, signal }) =>
        fetchMessages(http, { comment_post: post, after }, signal),
      ),
      fetchNews: withTimeout(async ({ input, signal }): Promise<ChatUpdate> => {
        const { post, after, oldest, newest, have, elsewhere } = input;
        const here = { comment_post: post, after: oldest - 1, before: newest + 1, limit: 1 };
        const [fresh, { count }] = await Promise.all([
          elsewhere ? { rows: [], more: true } : fetchMessages(http, { comment_post: post, after }, signal),
          newest === 0 ? { count: 0 } : http.list('postcomment', here, signal),
        ]);
        // One was taken down, or came late.
        const whole = count === have ? null : await fetchMessagesBetween(http, post, oldest, newest, signal);
        return { fresh, whole };
      }),
      reading: readReceipts.provide({
        actors: { markRead: withTimeout(({ input }) => http.call(calls.readTalk, { body: input })) },
      }),
    },
  });
}

function provideComposer(storage: KeyValueStore) {
  const { ports } = storedValue<string, ChatKey>(storage, {
    key: ({ member, post }) => `words:${member}:${post}`,
    schema: v.string(),
  });
  return composer.provide({ actors: { loadDraft: ports.load, draftStore: ports.keep } });
}

/** What chats are made of, with their ports provided. */
export const provideChat = (http: Api, storage: KeyValueStore) => ({
  chat: provideChatMachine(http),
  composer: provideComposer(storage),
});
