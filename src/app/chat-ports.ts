import * as v from 'valibot';
import { fromCallback } from 'xstate';
import type { Api } from '#actors/api.ts';
import { calls } from '#contract/calls.ts';
import type { KeyValueStore } from '#actors/storage.ts';
import { limits } from '#contract/limits.ts';
import type { ListQueryOf } from '#contract/model-registry.ts';
import { Message } from '#contract/models.ts';
import { mergeById, type ChatUpdate, type MessagePage, type OpenedChat } from '#domain/chat-window.ts';
import { chat } from '#machines/chat.ts';
import { composer, type ChatKey, type ShareSettled } from '#machines/composer.ts';
import { readReceipts } from '#machines/read-receipts.ts';
import type { upload } from '#machines/upload.ts';
import { uploads } from '#machines/uploads.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { ShareHandoff } from './share-handoff.ts';
import { storedValue } from './stored-value.ts';
import { withTimeout } from './with-timeout.ts';

/** Pages fetched in parallel, since scrolling passes a page of four messages faster than the network answers. */
const pagesAtOnce = 3;

/** Fetches the messages next to a position in the chat. The first page's `count` says how many more there are. */
async function messagePage(
  api: Api,
  range: ListQueryOf<'postcomment'>,
  signal: AbortSignal,
): Promise<MessagePage> {
  const limit = limits.chat.page;
  const fetchPage = (page: number) => api.list('postcomment', { ...range, limit, page }, signal);
  const first = await fetchPage(1);
  const pages = Math.min(Math.ceil(first.count / limit), pagesAtOnce);
  const others = await Promise.all(
    Array.from({ length: Math.max(0, pages - 1) }, (_, at) => fetchPage(at + 2)),
  );
  const messages = mergeById(
    [],
    [first, ...others].flatMap(({ results }) => results),
  );
  return { messages, hasMore: first.count > messages.length };
}

const OpenedChatSchema = v.object({
  messages: v.array(Message),
  hasOlder: v.boolean(),
  hasNewer: v.boolean(),
  lastRead: v.nullable(v.number()),
});

/** Fetches the messages around the first unread one, or with `newest` those at the end. */
async function openChat(api: Api, post: number, newest: boolean, signal: AbortSignal): Promise<OpenedChat> {
  const [end, { last: lastRead }] = await Promise.all([
    messagePage(api, { comment_post: post }, signal),
    newest ? { last: null } : api.call(calls.chatRead, { query: { post }, signal }),
  ]);
  const oldest = end.messages[0]?.id ?? 0;
  if (lastRead === null || lastRead >= oldest - 1 || !end.hasMore)
    return { messages: end.messages, hasOlder: end.hasMore, hasNewer: false, lastRead };
  // The first unread message is not among the newest: open the chat there.
  const [before, after] = await Promise.all([
    messagePage(api, { comment_post: post, before: lastRead + 1 }, signal),
    messagePage(api, { comment_post: post, after: lastRead }, signal),
  ]);
  return {
    messages: [...before.messages, ...after.messages],
    hasOlder: before.hasMore,
    hasNewer: after.hasMore,
    lastRead,
  };
}

/** The chat's machines with their ports provided. */
export function provideChat(
  api: Api,
  storage: KeyValueStore,
  last: AnswerCache,
  handoff: ShareHandoff,
  uploadWithPorts: typeof upload,
) {
  const draft = storedValue<string, ChatKey>(storage, {
    key: ({ member, post }) => `words:${member}:${post}`,
    schema: v.string(),
  });
  return {
    composer: composer.provide({
      actors: {
        loadDraft: draft.ports.load,
        draftStore: draft.ports.keep,
        takeShared: withTimeout(({ input: { post } }) => Promise.resolve(handoff.claim(post))),
        shareStore: fromCallback<ShareSettled, { post: number }>(({ receive, input: { post } }) =>
          receive(() => handoff.settle(post)),
        ),
      },
    }),
    uploads: uploads.provide({ actors: { upload: uploadWithPorts } }),
    thread: chat.provide({
      actors: {
        openChat: withTimeout(({ input: { post, newest }, signal }) => {
          const ask = () => openChat(api, post, newest, signal);
          return newest
            ? ask()
            : last.staleIfError({ name: 'chat', params: { post }, schema: OpenedChatSchema }, ask);
        }),
        fetchPage: withTimeout(({ input: { post, ...range }, signal }) =>
          messagePage(api, { comment_post: post, ...range }, signal),
        ),
        fetchUpdate: withTimeout(async ({ input, signal }): Promise<ChatUpdate> => {
          const { post, after, oldest, newest, count, skipNewer } = input;
          const loaded = { comment_post: post, after: oldest - 1, before: newest + 1 };
          const [added, now] = await Promise.all([
            skipNewer
              ? { messages: [], hasMore: true }
              : messagePage(api, { comment_post: post, after }, signal),
            newest === 0 ? { count: 0 } : api.list('postcomment', { ...loaded, limit: 1 }, signal),
          ]);
          if (now.count === count) return { added, reloaded: null };
          // A message was deleted, or appeared with a lower id than the newest.
          const limit = limits.page.max;
          const pages = await Promise.all(
            Array.from({ length: Math.ceil(now.count / limit) }, (_, at) =>
              api.list('postcomment', { ...loaded, limit, page: at + 1 }, signal),
            ),
          );
          return {
            added,
            reloaded: mergeById(
              [],
              pages.flatMap(({ results }) => results),
            ),
          };
        }),
        readReceipts: readReceipts.provide({
          actors: { markRead: withTimeout(({ input }) => api.call(calls.markChatRead, { body: input })) },
        }),
      },
    }),
  };
}
