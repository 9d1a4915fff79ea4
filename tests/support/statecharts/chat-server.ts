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
  const withSecondLine = (rows: readonly Message[]) =>
    rows.map((row) => ({ ...row, description: `${row.description}\nועוד שורה` }));
  const answer = (rows: readonly Message[], more: boolean) => ({
    results: withSecondLine(rows),
    count: rows.length + (more ? 1 : 0),
  });
  const pageOf = ({ messages, hasMore }: MessagePage) => answer(messages, hasMore);
  const pageParams = (request: Request, url: URL) => {
    const number = (name: string) => (url.searchParams.has(name) ? Number(url.searchParams.get(name)) : null);
    if (!requestTo('postcomment/')(request, url)) return null;
    return { before: number('before'), after: number('after'), page: number('page'), limit: number('limit') };
  };
  type PageParams = NonNullable<ReturnType<typeof pageParams>>;
  const isPage = (matches: (params: PageParams) => boolean) => (request: Request, url: URL) => {
    const params = pageParams(request, url);
    return params !== null && (params.page ?? 1) === 1 && matches(params);
  };
  return {
    reset: () => {
      [opened, loaded, reloaded] = [null, null, []];
      opening = deferred();
      update = deferred();
    },
    setLoaded: (now: ChatWindow) => void (loaded = now),
    ports: {
      openChat: {
        isRequest: requestTo('talk/'),
        toWire: (output: OpenedChat) => {
          opened = output;
          opening.resolve(output);
          return { last: output.lastRead };
        },
      },
      openEnd: {
        isRequest: isPage((params) => params.before === null && params.after === null && opened !== null),
        toWire: ({ messages, hasOlder }: OpenedChat) => answer(messages, hasOlder),
      },
      fetchOlder: {
        isRequest: isPage(
          (params) => params.before !== null && params.before !== 141 && params.after === null,
        ),
        toWire: pageOf,
      },
      fetchNewer: {
        isRequest: isPage(
          (params) => params.before === null && params.after === 190 && loaded?.hasNewer === true,
        ),
        toWire: pageOf,
      },
      // One request counts the loaded messages, another one fetches the newer ones, in parallel.
      fetchUpdate: {
        isRequest: isPage((params) => params.limit === 1),
        toWire: (output: ChatUpdate) => {
          const count = loaded?.messages.filter(({ active }) => active).length ?? 0;
          update.resolve(output);
          update = deferred();
          reloaded = output.reloaded ?? [];
          return { results: [], count: output.reloaded?.length ?? count };
        },
      },
    },
    async answerRequest(request: Request, url: URL): Promise<unknown> {
      const params = pageParams(request, url);
      if (!params) return undefined;
      const { before, after, page } = params;
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
