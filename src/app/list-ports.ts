import type { Api } from '#actors/api.ts';
import { calls } from '#contract/calls.ts';
import { asFailure } from '#contract/failures.ts';
import { limits } from '#contract/limits.ts';
import type { ModelName, Row } from '#contract/model-registry.ts';
import { feedPlaceholder, type FeedRow, type Placeholder } from '#domain/list-window.ts';
import { pagedListOf, type Page } from '#machines/paged-list.ts';
import { rowRefreshOf } from '#machines/row-refresh.ts';
import type { ListMachines } from '#screens/app-context.tsx';
import { withTimeout } from './with-timeout.ts';

type Query<F> = F & {
  readonly offset: number;
  readonly limit: number;
  readonly search: string | undefined;
  readonly as_of?: string;
};
type FetchPage<R, F> = (query: Query<F>, signal: AbortSignal) => Promise<Page<R>>;

/** One row; null when it is gone, or no longer for the caller. */
async function fetchRow<Name extends ModelName>(http: Api, model: Name, id: number, signal: AbortSignal) {
  try {
    return await http.get(model, id, { signal });
  } catch (thrown) {
    const { kind } = asFailure(thrown);
    if (kind === 'not_found' || kind === 'forbidden') return null;
    throw thrown;
  }
}

/** A paged list over a call; `fetchRows` refetches rows by id, where that can be done. */
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
      fetchPage: withTimeout(({ input: { filters, search, asOf, ...page }, signal }) =>
        fetchPage(
          { ...filters, ...page, search: search || undefined, ...(asOf !== null && { as_of: asOf }) },
          signal,
        ),
      ),
      rowRefresh,
    },
  });
}

/** A paged list over a model of the registry. */
function modelList<Name extends ModelName, F extends object>(http: Api, model: Name) {
  return pagedListOver<Row<Name>, F>(
    (query, signal) => http.list(model, query, signal),
    async (ids, signal) => {
      const rows = await Promise.all(ids.map((id) => fetchRow(http, model, id, signal)));
      return rows.filter((row) => row !== null);
    },
  );
}

/** The feed: all pages are in the order of the first; refetched rows come in one call for each `limits.page.max` of them. */
function feedList<F extends object>(http: Api) {
  return pagedListOver<FeedRow, F>(
    (query, signal) => http.list('post', { ...query, as_of: query.as_of ?? 'now' }, signal),
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

/** Every list a screen may open, with the call that fills it. */
export function provideLists(http: Api): ListMachines {
  return {
    feed: feedList(http),
    games: modelList(http, 'post'),
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
    standings: pagedListOver(async (query, signal) => {
      const { results, count } = await http.call(calls.standings, { query, signal });
      return { results: results.map((row) => ({ ...row, id: row.member.id })), count };
    }),
  };
}
