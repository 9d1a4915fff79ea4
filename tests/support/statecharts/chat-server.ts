import type { Request } from 'playwright-core';
import type { Message } from '#contract/models.ts';
import type { OpenedChat, MessagePage, ChatUpdate, ChatWindow } from '#domain/chat-window.ts';
import { buildComment } from '#tests/support/builders.ts';
import { requestTo } from './screen-steps.ts';

/** Something that is still to be said. */
function deferred<Value>() {
  let say: (value: Value) => void = () => undefined;
  const said = new Promise<Value>((resolve) => (say = resolve));
  return { said, say };
}

/** The server of one walk: what it answers, as far as it was said. */
export function chatServer() {
  let opened: OpenedChat | null = null;
  let talk: ChatWindow | null = null;
  let opening = deferred<OpenedChat>();
  let news = deferred<ChatUpdate>();
  let whole: readonly Message[] = [];
  const tall = (rows: readonly Message[]) =>
    rows.map((row) => ({ ...row, description: `${row.description}\nועוד שורה` }));
  const answer = (rows: readonly Message[], more: boolean) => ({
    results: tall(rows),
    count: rows.length + (more ? 1 : 0),
  });
  const stretchOf = ({ rows, more }: MessagePage) => answer(rows, more);
  const span = (request: Request, url: URL) => {
    const number = (name: string) => (url.searchParams.has(name) ? Number(url.searchParams.get(name)) : null);
    if (!requestTo('postcomment/')(request, url)) return null;
    return { before: number('before'), after: number('after'), page: number('page'), limit: number('limit') };
  };
  type Span = NonNullable<ReturnType<typeof span>>;
  const is = (what: (asked: Span) => boolean) => (request: Request, url: URL) => {
    const asked = span(request, url);
    return asked !== null && what(asked);
  };
  const first = ({ page }: Span) => page === 1;
  return {
    begins: () => {
      [opened, talk, whole] = [null, null, []];
      opening = deferred();
      news = deferred();
    },
    stands: (now: ChatWindow) => void (talk = now),
    ports: {
      openTalk: {
        asks: requestTo('talk/'),
        wire: (output: OpenedChat) => {
          opened = output;
          opening.say(output);
          return { last: output.last };
        },
      },
      openEnd: {
        asks: is((it) => first(it) && it.before === null && it.after === null && opened !== null),
        wire: ({ rows, older }: OpenedChat) => answer(rows, older),
      },
      fetchOlder: {
        asks: is((it) => first(it) && it.before !== null && it.before !== 141 && it.after === null),
        wire: stretchOf,
      },
      fetchNewer: {
        asks: is((it) => first(it) && it.before === null && it.after === 190 && talk?.newer === true),
        wire: stretchOf,
      },
      // What is here is counted, and what came after is asked for, at the same time.
      fetchNews: {
        asks: is((it) => it.limit === 1),
        wire: (output: ChatUpdate) => {
          const have = talk?.rows.filter(({ active }) => active).length ?? 0;
          news.say(output);
          news = deferred();
          whole = output.whole ?? [];
          return { results: [], count: output.whole?.length ?? have };
        },
      },
    },
    async answers(request: Request, url: URL): Promise<unknown> {
      const asked = span(request, url);
      if (!asked) return undefined;
      const { before, after, page } = asked;
      if (page !== null && page > 1) return { results: [], count: 99 };
      if (before !== null && after !== null) return answer(whole, false);
      if (before === null && after === null) {
        const { rows, newer } = await opening.said;
        // Of a long talk this is the end, where the reader did not leave off.
        return newer ? answer([buildComment(191), buildComment(192)], true) : answer(rows, false);
      }
      const rows = opened?.rows ?? [];
      if (before === 141)
        return answer(
          rows.filter(({ id }) => id < 141),
          true,
        );
      if (after === 140)
        return answer(
          rows.filter(({ id }) => id > 140),
          true,
        );
      return stretchOf((await news.said).fresh);
    },
  };
}
