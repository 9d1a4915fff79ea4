import { waitFor, type SnapshotFrom } from 'xstate';
import { pageOf, type Api } from '#actors/api.ts';
import { calls, type ResponseOf } from '#contract/calls.ts';
import { asFailure } from '#contract/failures.ts';
import { limits } from '#contract/limits.ts';
import { modelRegistry, type ModelName, type Page as PageOf, type Row } from '#contract/model-registry.ts';
import type { GameState } from '#contract/models.ts';
import { listOf } from '#contract/primitives.ts';
import { CachedAnswer } from '#domain/cached-answer.ts';
import { feedPlaceholder, type FeedRow, type Placeholder } from '#domain/list-window.ts';
import type { AppActor } from '#machines/app.ts';
import { pagedListOf, type Page } from '#machines/paged-list.ts';
import { rowRefreshOf } from '#machines/row-refresh.ts';
import type { ListMachines } from '#screens/app-context.tsx';
import type { AnswerCache } from './answer-cache.ts';
import { readEarly } from './early-answers.ts';
import { withTimeout } from './with-timeout.ts';

type Query<F> = F & {
  readonly offset: number;
  readonly limit: number;
  readonly search: string | undefined;
  readonly as_of?: string;
};
type FetchPage<R, F> = (
  query: Query<F>,
  signal: AbortSignal,
  mayBeCached: boolean,
) => Promise<Page<R> | CachedAnswer<Page<R>>>;

/** Fetches one row; null if it was deleted, or the caller may not see it. */
async function fetchRow<Name extends ModelName>(http: Api, model: Name, id: number, signal: AbortSignal) {
  try {
    return await http.get(model, id, { signal });
  } catch (thrown) {
    const { kind } = asFailure(thrown);
    if (kind === 'not_found' || kind === 'forbidden') return null;
    throw thrown;
  }
}

/** A paged list over a call. `fetchRows` refetches rows by id; by default it finds none. */
function pagedListOver<R extends { readonly id: number }, F>(
  fetchPage: FetchPage<R, F>,
  fetchRows: (ids: readonly number[], signal: AbortSignal) => Promise<readonly R[]> = () =>
    Promise.resolve([]),
  placeholder?: Placeholder<R>,
) {
  const rowRefresh = rowRefreshOf<R>().provide({
    actors: { fetchRows: withTimeout(({ input, signal }) => fetchRows(input.ids, signal)) },
  });
  return pagedListOf<R, F>(placeholder).provide({
    actors: {
      fetchPage: withTimeout(({ input: { filters, search, asOf, mayBeCached, ...page }, signal }) =>
        fetchPage(
          { ...filters, ...page, search: search || undefined, ...(asOf !== null && { as_of: asOf }) },
          signal,
          mayBeCached,
        ),
      ),
      rowRefresh,
    },
  });
}

/** A paged list of a model in the registry. */
function modelList<Name extends ModelName, F extends object>(http: Api, model: Name) {
  return pagedListOver<Row<Name>, F>(
    (query, signal) => http.list(model, query, signal),
    async (ids, signal) => {
      const rows = await Promise.all(ids.map((id) => fetchRow(http, model, id, signal)));
      return rows.filter((row) => row !== null);
    },
  );
}

/** The cache place of the feed's first page. */
const feedPlace = (limit: number) =>
  ({ name: 'feed', params: { limit }, schema: listOf(modelRegistry.post.read) }) as const;

type EarlyPage = PageOf<Row<'post'>>;
/** The feed's first page, which the page's head has asked for; both are null if it has not, or once it was taken. */
export type EarlyFeed = {
  /** The page, to show it while it is refetched. */
  readonly read: () => Promise<CachedAnswer<EarlyPage> | null>;
  /** The page, if it is what the server would answer now: the event stream is open and has brought nothing newer. */
  readonly take: () => Promise<EarlyPage | null>;
};

/** Milliseconds that the event stream is waited for: about as long as the server would take to answer. */
const longestOpening = 2_000;

/** The early feed of the app's member; of a member who signs in later it is none. */
export function earlyFeedOf(app: () => AppActor): EarlyFeed {
  let reading: ReturnType<EarlyFeed['read']> | null = null;
  let isTaken = false;
  const read: EarlyFeed['read'] = async () => {
    const token = app().getSnapshot().context.session?.token;
    if (isTaken || !token || token !== window.earlyAnswers?.token) return null;
    return (reading ??= readEarly('feed', token, pageOf(modelRegistry.post.read)));
  };
  return {
    read,
    async take() {
      const page = (await read())?.answer;
      isTaken = true;
      const { connection } = app().getSnapshot().children;
      if (!page || !connection) return null;
      const isTried = (snapshot: SnapshotFrom<typeof connection>) => !snapshot.hasTag('opening');
      const stream = await waitFor(connection, isTried, { timeout: longestOpening }).catch(() => null);
      const newest = stream?.hasTag('live') ? stream.context.lastEventId : null;
      return (newest ?? Infinity) <= (page.last_event ?? -1) ? page : null;
    },
  };
}

/**
 * The feed. All pages keep the order of the first; rows are refetched in calls of up to `limits.page.max` ids. The first
 * page of all leagues is cached, without `as_of`. The early page answers the first request to the server, unless something
 * may have changed since.
 */
function feedList<F extends { section?: number; to_bet?: boolean; state?: GameState }>(
  http: Api,
  last: AnswerCache,
  early: EarlyFeed | null,
) {
  return pagedListOver<FeedRow, F>(
    (query, signal, mayBeCached) => {
      const ask = () => http.list('post', { ...query, as_of: query.as_of ?? 'now' }, signal);
      const isWhole = query.section === undefined && query.to_bet === undefined && query.state === undefined;
      return isWhole && query.offset === 0
        ? last.staleWhileRevalidate(
            feedPlace(query.limit),
            async () => (await early?.take()) ?? ask(),
            mayBeCached,
            early?.read,
          )
        : ask();
    },
    async (ids, signal) => {
      const most = limits.page.max;
      const parts = Array.from({ length: Math.ceil(ids.length / most) }, (_, at) =>
        ids.slice(at * most, (at + 1) * most),
      );
      const pages = await Promise.all(
        parts.map((part) => http.list('post', { ids: part, limit: most }, signal)),
      );
      return pages.flatMap(({ results }) => results);
    },
    feedPlaceholder,
  );
}

const tableOf = ({ results, count }: ResponseOf<'standings'>) => ({
  results: results.map((row) => ({ ...row, id: row.member.id })),
  count,
});

/** Every list of the screens with its ports provided. */
export function provideLists(http: Api, last: AnswerCache, early: EarlyFeed | null = null): ListMachines {
  return {
    feed: feedList(http, last, early),
    games: modelList(http, 'post'),
    chats: pagedListOver((query, signal, mayBeCached) =>
      http
        .list('post', { ...query, order: 'chat' }, signal)
        .catch((thrown: unknown) =>
          last.staleIfError(feedPlace(query.limit), () => Promise.reject(thrown), mayBeCached),
        ),
    ),
    leagues: modelList(http, 'section'),
    groups: modelList(http, 'clan'),
    members: modelList(http, 'member'),
    options: modelList(http, 'option'),
    itemOptions: modelList(http, 'itemoption'),
    notifications: modelList(http, 'notification'),
    gameTypes: modelList(http, 'itemtype'),
    rules: modelList(http, 'itemrule'),
    staff: pagedListOver((query, signal) => http.call(calls.staff, { query, signal })),
    itemBets: pagedListOver(async (query, signal) => {
      const { membersOptions, count } = await http.call(calls.itemBets, { query, signal });
      return { results: membersOptions.map((row) => ({ ...row, id: row.member })), count };
    }),
    points: pagedListOver((query, signal) => http.call(calls.points, { query, signal })),
    standings: pagedListOver(async (query, signal, mayBeCached) => {
      const ask = () => http.call(calls.standings, { query, signal });
      const schema = calls.standings.answer;
      const answer =
        query.offset === 0
          ? await last.staleWhileRevalidate({ name: 'standings', params: query, schema }, ask, mayBeCached)
          : await ask();
      return answer instanceof CachedAnswer
        ? new CachedAnswer(tableOf(answer.answer), answer.cachedAt)
        : tableOf(answer);
    }),
  };
}
