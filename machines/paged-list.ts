import { assign, sendTo, setup } from 'xstate';
import { asFailure, type Failure } from '#contract/failures.ts';
import { limits } from '#contract/limits.ts';
import {
  placeholdersNear,
  hasMore,
  idsOf,
  withPlaceholders,
  withRefetched,
  withoutRow,
  idsWithout,
  withPage,
  withUpserted,
  type LoadedRows,
  type VisibleRange,
  type ListTraits,
} from '#domain/list-window.ts';
import { port, setupTypes } from './port.ts';
import { rowRefreshOf, type RowsFetched } from './row-refresh.ts';

/** What a page is asked by; `filters` go to the call as they are. */
export type PageRequest<Filters> = {
  readonly offset: number;
  readonly limit: number;
  readonly search: string;
  readonly filters: Filters;
};
export type Page<Row> = { readonly results: readonly Row[]; readonly count: number };

type Identified = { readonly id: number };

export type ListContext<Row extends Identified, Filters> = LoadedRows<Row> & {
  readonly filters: Filters;
  readonly limit: number;
  /** How many rows each page after the first brings. */
  readonly step: number;
  readonly search: string;
  /** Arrived since, and not shown yet. */
  readonly news: readonly number[];
  /** How many of the news were there when the page under way was asked for: it has them, or they are gone. */
  readonly asked: number;
  readonly failure: Failure | null;
};
export type ListEvent<Row> =
  | RowsFetched<Row>
  | { type: 'page.next' }
  | { type: 'list.refresh' }
  | { type: 'list.retry' }
  | { type: 'search.change'; search: string }
  | { type: 'news.show' }
  | { type: 'rows.changed'; ids: readonly number[] }
  | { type: 'rows.arrived'; ids: readonly number[] }
  | { type: 'row.removed'; id: number }
  | { type: 'row.placed'; row: Row }
  | ({ type: 'view.moved' } & VisibleRange);

const failureOf = ({ event }: { event: { error: unknown } }) => asFailure(event.error);

/**
 * A list that grows page by page, searched, refreshed and kept current by id. Rows in view stay until newer ones are here,
 * and none is shown twice, however the pages shift beneath it. What arrives is announced; only where there is nothing, shown.
 */
export function pagedListOf<Row extends Identified, Filters = Record<string, never>>({
  order,
  away,
}: ListTraits<Row> = {}) {
  type Context = ListContext<Row, Filters>;
  const changedIds = ({ rows, news }: Context, event: ListEvent<Row>) => {
    if (event.type !== 'rows.changed') return [];
    const known = new Set([...idsOf(rows), ...news]);
    return event.ids.filter((id) => known.has(id));
  };
  const arrivedIds = ({ rows, news }: Context, event: ListEvent<Row>) =>
    event.type === 'rows.arrived' ? idsWithout(event.ids, [...idsOf(rows), ...news]) : [];
  const wantedIds = ({ rows }: Context, event: ListEvent<Row>) =>
    away && event.type === 'view.moved' ? placeholdersNear(rows, event, away) : [];

  return setup({
    types: setupTypes<{
      context: Context;
      events: ListEvent<Row>;
      input: { filters: Filters; limit?: number; step?: number; search?: string };
      tags: 'loading' | 'loadingMore' | 'refreshing' | 'failed' | 'busy';
    }>(),
    actors: {
      fetchPage: port<Page<Row>, PageRequest<Filters>>('fetchPage'),
      patches: rowRefreshOf<Row>(),
    },
    delays: { settle: limits.searchDelay, patience: 20_000 },
    guards: {
      hasMore: ({ context }) => hasMore(context),
      hasLoaded: ({ context }) => context.count !== null,
      concernsRows: ({ context, event }) => changedIds(context, event).length > 0,
      isNews: ({ context, event }) => arrivedIds(context, event).length > 0,
      isHere: ({ context, event }) =>
        event.type === 'row.removed' && context.rows.some((row) => row.id === event.id),
      /** Nothing in sight that could move. */
      isBare: ({ context: { rows, news } }) => rows.length === 0 && news.length > 0,
      comesBack: ({ context, event }) => wantedIds(context, event).length > 0,
    },
    actions: {
      takeSearch: assign(({ event }) => (event.type === 'search.change' ? { search: event.search } : {})),
      ask: assign(({ context }) => ({ asked: context.news.length })),
      takeFirst: assign(({ context }, page: Page<Row>) => ({
        rows: page.results,
        offset: page.results.length,
        count: page.count,
        news: idsWithout(context.news.slice(context.asked), idsOf(page.results)),
        asked: 0,
        failure: null,
      })),
      takeNext: assign(({ context }, page: Page<Row>) => withPage(context, page)),
      takeFailure: assign((_, failure: Failure) => ({ failure, asked: 0 })),
      takeSilence: assign({ failure: { kind: 'offline' } as Failure, asked: 0 }),
      patch: sendTo('patches', ({ context, event }) => ({
        type: 'rows.changed',
        ids: changedIds(context, event),
      })),
      takeRows: assign(({ context, event }) => {
        if (event.type !== 'rows.fetched') return {};
        const gone = idsWithout(event.asked, idsOf(event.rows));
        return { ...withRefetched(context, event.asked, event.rows), news: idsWithout(context.news, gone) };
      }),
      countNews: assign(({ context, event }) => ({ news: [...context.news, ...arrivedIds(context, event)] })),
      remove: assign(({ context, event }) =>
        event.type === 'row.removed' ? withoutRow(context, event.id) : {},
      ),
      place: assign(({ context, event }) =>
        order && event.type === 'row.placed'
          ? { ...withUpserted(context, event.row, order), news: idsWithout(context.news, [event.row.id]) }
          : {},
      ),
      look: assign(({ context, event }) =>
        away && event.type === 'view.moved' ? { rows: withPlaceholders(context.rows, event, away) } : {},
      ),
      recall: sendTo('patches', ({ context, event }) => ({
        type: 'rows.wanted',
        ids: wantedIds(context, event),
      })),
    },
  }).createMachine({
    id: 'paged-list',
    context: ({ input }) => ({
      filters: input.filters,
      limit: input.limit ?? limits.page.size,
      step: input.step ?? input.limit ?? limits.page.size,
      search: input.search ?? '',
      rows: [],
      offset: 0,
      count: null,
      news: [],
      asked: 0,
      failure: null,
    }),
    invoke: {
      id: 'patches',
      src: 'patches',
      input: ({ self }) => ({ parent: self }),
      // Without it rows are as new as the last refresh.
      onError: {},
    },
    initial: 'loading',
    on: {
      'rows.arrived': { guard: 'isNews', actions: 'countNews' },
      'rows.changed': { guard: 'concernsRows', actions: 'patch' },
      'rows.fetched': { actions: 'takeRows' },
      'row.removed': { guard: 'isHere', actions: 'remove' },
      'row.placed': { guard: 'hasLoaded', actions: 'place' },
      'view.moved': [{ guard: 'comesBack', actions: ['look', 'recall'] }, { actions: 'look' }],
      'search.change': { target: '.settling', actions: 'takeSearch' },
    },
    states: {
      loading: {
        tags: ['busy', 'loading'],
        entry: 'ask',
        invoke: {
          id: 'firstPage',
          src: 'fetchPage',
          input: ({ context: { limit, search, filters } }) => ({ offset: 0, limit, search, filters }),
          onDone: { target: 'idle', actions: { type: 'takeFirst', params: ({ event }) => event.output } },
          onError: { target: 'failed', actions: { type: 'takeFailure', params: failureOf } },
        },
        after: { patience: { target: 'failed', actions: 'takeSilence' } },
        // Asked again meanwhile: the answer under way may be older than what prompted it.
        on: { 'list.refresh': { target: 'loading', reenter: true } },
      },
      failed: { tags: 'failed', on: { 'list.retry': 'loading', 'list.refresh': 'loading' } },
      idle: {
        always: { guard: 'isBare', target: 'refreshing' },
        on: {
          'page.next': { guard: 'hasMore', target: 'loadingMore' },
          'list.refresh': 'refreshing',
          'news.show': 'refreshing',
        },
      },
      loadingMore: {
        tags: ['busy', 'loadingMore'],
        invoke: {
          id: 'nextPage',
          src: 'fetchPage',
          input: ({ context: { offset, step, search, filters } }) => ({
            offset,
            limit: step,
            search,
            filters,
          }),
          onDone: { target: 'idle', actions: { type: 'takeNext', params: ({ event }) => event.output } },
          onError: { target: 'moreFailed', actions: { type: 'takeFailure', params: failureOf } },
        },
        after: { patience: { target: 'moreFailed', actions: 'takeSilence' } },
        on: { 'list.refresh': 'refreshing', 'news.show': 'refreshing' },
      },
      moreFailed: {
        tags: 'failed',
        on: { 'list.retry': 'loadingMore', 'list.refresh': 'refreshing', 'news.show': 'refreshing' },
      },
      settling: {
        tags: 'busy',
        after: { settle: [{ guard: 'hasLoaded', target: 'refreshing' }, { target: 'loading' }] },
      },
      refreshing: {
        tags: ['busy', 'refreshing'],
        entry: 'ask',
        invoke: {
          id: 'freshPage',
          src: 'fetchPage',
          input: ({ context: { limit, search, filters } }) => ({ offset: 0, limit, search, filters }),
          onDone: { target: 'idle', actions: { type: 'takeFirst', params: ({ event }) => event.output } },
          onError: { target: 'refreshFailed', actions: { type: 'takeFailure', params: failureOf } },
        },
        after: { patience: { target: 'refreshFailed', actions: 'takeSilence' } },
        on: { 'list.refresh': { target: 'refreshing', reenter: true } },
      },
      refreshFailed: {
        tags: 'failed',
        on: { 'list.retry': 'refreshing', 'list.refresh': 'refreshing', 'news.show': 'refreshing' },
      },
    },
  });
}
