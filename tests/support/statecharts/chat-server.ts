import type { Request } from 'playwright-core';
import type { Message } from '#contract/models.ts';
import type { OpenedChat, MessagePage, ChatUpdate, ChatWindow } from '#domain/chat-window.ts';
import { buildComment } from '#tests/support/builders.ts';
import { requestTo } from './screen-steps.ts';

/** A promise, and how to resolve it. */
function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => (resolve = settle));
  return { promise, resolve };
}

/** A stub of the server for one walk, which answers with the outputs of the walk's moves. */
export function chatServer() {
  let opened: OpenedChat | null = null;
  let loaded: ChatWindow | null = null;
  let opening = deferred<OpenedChat>();
  let update = deferred<ChatUpdate>();
  let reloaded: readonly Message[] = [];
  const tall = (rows: readonly Message[]) =>
    rows.map((row) => ({ ...row, description: `${row.description}\nועוד שורה` }));
  const answer = (rows: readonly Message[], more: boolean) => ({
    results: tall(rows),
    count: rows.length + (more ? 1 : 0),
  });
  const pageOf = ({ messages, hasMore }: MessagePage) => answer(messages, hasMore);
  const span = (request: Request, url: URL) => {
    const number = (name: string) => (url.searchParams.has(name) ? Number(url.searchParams.get(name)) : null);
    if (!requestTo('postcomment/')(request, url)) return null;
    return { before: number('before'), after: number('after'), page: number('page'), limit: number('limit') };
  };
  type Span = NonNullable<ReturnType<typeof span>>;
  const is = (what: (asked: Span) => boolean) => (request: Request, url: URL) => {
    const asked = span(request, url);
    return asked !== null && (asked.page ?? 1) === 1 && what(asked);
  };
  return {
    begins: () => {
      [opened, loaded, reloaded] = [null, null, []];
      opening = deferred();
      update = deferred();
    },
    setLoaded: (now: ChatWindow) => void (loaded = now),
    ports: {
      openChat: {
        asks: requestTo('talk/'),
        wire: (output: OpenedChat) => {
          opened = output;
          opening.resolve(output);
          return { last: output.lastRead };
        },
      },
      openEnd: {
        asks: is((it) => it.before === null && it.after === null && opened !== null),
        wire: ({ messages, hasOlder }: OpenedChat) => answer(messages, hasOlder),
      },
      fetchOlder: {
        asks: is((it) => it.before !== null && it.before !== 141 && it.after === null),
        wire: pageOf,
      },
      fetchNewer: {
        asks: is((it) => it.before === null && it.after === 190 && loaded?.hasNewer === true),
        wire: pageOf,
      },
      // One request counts the loaded messages, another one fetches the newer ones, in parallel.
      fetchUpdate: {
        asks: is((it) => it.limit === 1),
        wire: (output: ChatUpdate) => {
          const count = loaded?.messages.filter(({ active }) => active).length ?? 0;
          update.resolve(output);
          update = deferred();
          reloaded = output.reloaded ?? [];
          return { results: [], count: output.reloaded?.length ?? count };
        },
      },
    },
    async answers(request: Request, url: URL): Promise<unknown> {
      const asked = span(request, url);
      if (!asked) return undefined;
      const { before, after, page } = asked;
      // A port fetches up to three pages: the first has all the messages of a move.
      if (page !== null && page > 1) return { results: [], count: 99 };
      if (before !== null && after !== null) return answer(reloaded, false);
      if (before === null && after === null) {
        const { messages, hasNewer } = await opening.promise;
        // The end of a long chat, which the reader has not read up to.
        return hasNewer ? answer([buildComment(191), buildComment(192)], true) : answer(messages, false);
      }
      const messages = opened?.messages ?? [];
      if (before === 141)
        return answer(
          messages.filter(({ id }) => id < 141),
          true,
        );
      if (after === 140)
        return answer(
          messages.filter(({ id }) => id > 140),
          true,
        );
      return pageOf((await update.promise).added);
    },
  };
}
