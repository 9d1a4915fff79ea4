import { assign, enqueueActions, setup } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import { limits } from '#contract/limits.ts';
import { answerIn, CachedAnswer } from '#domain/cached-answer.ts';
import { cachedAtOf } from '#domain/cached-at.ts';
import {
  placeholdersNear,
  hasMore,
  idsOf,
  withPlaceholders,
  withRefetched,
  withoutRow,
  idsWithout,
  withPage,
  withUnchanged,
  type LoadedRows,
  type VisibleRange,
  type Placeholder,
} from '#domain/list-window.ts';
import { eventOf, outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';
import { rowRefreshOf, type RowsFetched } from './row-refresh.ts';

/** The parameters of one page; `filters` are passed to the call unchanged. */
export type PageRequest<Filters> = {
  readonly offset: number;
  readonly limit: number;
  readonly search: string;
  readonly filters: Filters;
  readonly asOf: string | null;
  /** Whether a cached page will do: no row is shown yet. */
  readonly mayBeCached: boolean;
};
export type Page<Row> = {
  readonly results: readonly Row[];
  readonly count: number;
  /** The moment whose order the page follows, for lists whose order changes over time. */
  readonly as_of?: string | undefined;
};

type Identified = { readonly id: number };
type Ids = { readonly ids: readonly number[] };

export type ListContext<Row extends Identified, Filters> = LoadedRows<Row> & {
  readonly filters: Filters;
  readonly limit: number;
  /** The limit of each page after the first. */
  readonly nextLimit: number;
  readonly search: string;
  /** `as_of` of the first page, sent with every later page to keep the same order; null if the list has none. */
  readonly asOf: string | null;
  /** When a cached first page was received, in ms by the device's clock; null once the server has answered. */
  readonly cachedAt: number | null;
  /** Ids of rows created since and not shown yet. */
  readonly arrivals: readonly number[];
  /** How many arrivals there were when the first page was requested; its answer settles these. */
  readonly arrivalsAtRequest: number;
  /** Ids of rows that changed since a page was last requested: its answer may be older. */
  readonly changed: readonly number[];
  readonly failure: Failure | null;
};
export type ListEvent<Row> =
  | RowsFetched<Row>
  | { type: 'page.next' }
  | { type: 'list.refresh' }
  | { type: 'list.retry' }
  | { type: 'search.change'; search: string }
  | { type: 'arrivals.show' }
  | ({ type: 'rows.changed' } & Ids)
  | ({ type: 'rows.arrived' } & Ids)
  | { type: 'row.removed'; id: number }
  | ({ type: 'view.moved' } & VisibleRange);

const onRefresh = { 'list.refresh': 'refreshing', 'arrivals.show': 'refreshing' } as const;

/**
 * A list that grows page by page, can be searched and refreshed, and updates rows by id.
 * A cached first page is shown while it is refetched. No row is shown twice, however pages shift; arrivals are announced,
 * and shown without a tap only in an empty list.
 */
export function pagedListOf<Row extends Identified, Filters = Record<string, never>>(
  placeholder?: Placeholder<Row>,
) {
  type Context = ListContext<Row, Filters>;
  type Answer = Page<Row> | CachedAnswer<Page<Row>>;
  const unknownIds = ({ rows, arrivals }: Context, { ids }: Ids) =>
    idsWithout(ids, [...idsOf(rows), ...arrivals]);
  const firstPage = (mayBeCached: boolean) =>
    ({
      src: 'fetchPage',
      input: ({ context: { limit, search, filters } }: { context: Context }) => ({
        offset: 0,
        limit,
        search,
        filters,
        asOf: null,
        mayBeCached,
      }),
    }) as const;
  const storeFirstPage = {
    type: 'storeFirstPage',
    params: outputOf<Answer>,
  } as const;

  return setup({
    types: setupTypes<{
      context: Context;
      events: ListEvent<Row>;
      input: { filters: Filters; limit?: number; nextLimit?: number; search?: string };
      tags: 'loading' | 'loadingMore' | 'refreshing' | 'failed' | 'busy';
    }>(),
    actors: {
      fetchPage: port<Answer, PageRequest<Filters>>('fetchPage'),
      rowRefresh: rowRefreshOf<Row>(),
    },
    delays: { searchDebounce: limits.searchDelay },
    guards: {
      isCached: (_, answer: Answer) => answer instanceof CachedAnswer,
      hasMore: ({ context }) => hasMore(context),
      hasLoaded: ({ context }) => context.count !== null,
      hasArrivals: ({ context }, arrived: Ids) => unknownIds(context, arrived).length > 0,
      isListed: ({ context }, { id }: Identified) => context.rows.some((row) => row.id === id),
      /** In an empty list, showing arrivals cannot move what is being read. */
      isEmptyWithArrivals: ({ context: { rows, arrivals } }) => rows.length === 0 && arrivals.length > 0,
    },
    actions: {
      setSearch: assign((_, search: string) => ({ search })),
      markRequest: assign(({ context }) => ({ arrivalsAtRequest: context.arrivals.length, changed: [] })),
      storeFirstPage: assign(({ context }, answer: Answer) => {
        const page = answerIn(answer);
        return {
          rows: withUnchanged(context.rows, page.results),
          offset: page.results.length,
          count: page.count,
          asOf: page.as_of ?? null,
          cachedAt: cachedAtOf(answer),
          arrivals: idsWithout(context.arrivals.slice(context.arrivalsAtRequest), idsOf(page.results)),
          arrivalsAtRequest: 0,
          failure: null,
        };
      }),
      appendPage: assign(({ context }, page: Page<Row>) => withPage(context, page)),
      storeFailure: assign((_, failure: Failure) => ({ failure, arrivalsAtRequest: 0 })),
      clearChanged: assign({ changed: [] }),
      requestChangedRows: enqueueActions(({ context, enqueue }, changed: Ids) => {
        enqueue.assign({ changed: [...context.changed, ...idsWithout(changed.ids, context.changed)] });
        const ids = idsWithout(changed.ids, unknownIds(context, changed));
        if (ids.length > 0) enqueue.sendTo('rowRefresh', { type: 'rows.changed', ids });
      }),
      storeRefetchedRows: assign(({ context }, { requested, rows }: RowsFetched<Row>) => ({
        ...withRefetched(context, requested, rows),
        arrivals: idsWithout(context.arrivals, idsWithout(requested, idsOf(rows))),
      })),
      addArrivals: assign(({ context }, arrived: Ids) => ({
        arrivals: [...context.arrivals, ...unknownIds(context, arrived)],
      })),
      removeRow: assign(({ context }, id: number) => withoutRow(context, id)),
      /** Replaces rows far from the screen by placeholders, in lists that use them, and fetches placeholders near it. */
      updatePlaceholders: enqueueActions(({ context: { rows }, enqueue }, range: VisibleRange) => {
        if (!placeholder) return;
        enqueue.assign({ rows: withPlaceholders(rows, range, placeholder) });
        const ids = placeholdersNear(rows, range, placeholder);
        if (ids.length > 0) enqueue.sendTo('rowRefresh', { type: 'rows.requested', ids });
      }),
    },
  }).createMachine({
    id: 'paged-list',
    context: ({ input }) => ({
      filters: input.filters,
      limit: input.limit ?? limits.page.size,
      nextLimit: input.nextLimit ?? input.limit ?? limits.page.size,
      search: input.search ?? '',
      asOf: null,
      cachedAt: null,
      rows: [],
      offset: 0,
      count: null,
      arrivals: [],
      arrivalsAtRequest: 0,
      changed: [],
      failure: null,
    }),
    invoke: {
      id: 'rowRefresh',
      src: 'rowRefresh',
      input: ({ self }) => ({ parent: self }),
      // If it fails, rows change only on refresh.
      onError: {},
    },
    initial: 'loading',
    on: {
      'rows.arrived': {
        guard: { type: 'hasArrivals', params: eventOf },
        actions: { type: 'addArrivals', params: eventOf },
      },
      'rows.changed': { actions: { type: 'requestChangedRows', params: eventOf } },
      'rows.fetched': { actions: { type: 'storeRefetchedRows', params: eventOf } },
      'row.removed': {
        guard: { type: 'isListed', params: eventOf },
        actions: { type: 'removeRow', params: ({ event }) => event.id },
      },
      'view.moved': { actions: { type: 'updatePlaceholders', params: eventOf } },
      'search.change': {
        target: '.debouncing',
        actions: { type: 'setSearch', params: ({ event }) => event.search },
      },
    },
    states: {
      loading: {
        tags: ['busy', 'loading'],
        entry: 'markRequest',
        invoke: {
          ...firstPage(true),
          id: 'firstPage',
          onDone: [
            { guard: { type: 'isCached', params: outputOf }, target: 'refreshing', actions: storeFirstPage },
            { target: 'idle', actions: storeFirstPage },
          ],
          onError: { target: 'failed', actions: storeFailure },
        },
        // The answer in flight may be older than the change that asked for this refresh.
        on: { 'list.refresh': { target: 'loading', reenter: true } },
      },
      failed: { tags: 'failed', on: { 'list.retry': 'loading', 'list.refresh': 'loading' } },
      idle: {
        // Once more after a page: they may have changed while it was on its way.
        entry: { type: 'requestChangedRows', params: ({ context }) => ({ ids: context.changed }) },
        always: { guard: 'isEmptyWithArrivals', target: 'refreshing' },
        on: { ...onRefresh, 'page.next': { guard: 'hasMore', target: 'loadingMore' } },
      },
      loadingMore: {
        tags: ['busy', 'loadingMore'],
        entry: 'clearChanged',
        invoke: {
          id: 'nextPage',
          src: 'fetchPage',
          input: ({ context: { offset, nextLimit, search, filters, asOf } }) => ({
            offset,
            limit: nextLimit,
            search,
            filters,
            asOf,
            mayBeCached: false,
          }),
          onDone: {
            target: 'idle',
            actions: { type: 'appendPage', params: ({ event }) => answerIn(event.output) },
          },
          onError: { target: 'moreFailed', actions: storeFailure },
        },
        on: onRefresh,
      },
      moreFailed: { tags: 'failed', on: { ...onRefresh, 'list.retry': 'loadingMore' } },
      debouncing: {
        tags: 'busy',
        after: { searchDebounce: [{ guard: 'hasLoaded', target: 'refreshing' }, { target: 'loading' }] },
      },
      refreshing: {
        tags: ['busy', 'refreshing'],
        entry: 'markRequest',
        invoke: {
          ...firstPage(false),
          id: 'freshPage',
          onDone: { target: 'idle', actions: storeFirstPage },
          onError: { target: 'refreshFailed', actions: storeFailure },
        },
        on: { 'list.refresh': { target: 'refreshing', reenter: true } },
      },
      refreshFailed: { tags: 'failed', on: { ...onRefresh, 'list.retry': 'refreshing' } },
    },
  });
}
