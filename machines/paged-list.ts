import { assign, sendTo, setup } from 'xstate';
import { asFailure, type Failure } from '#contract/failures.ts';
import { limits } from '#contract/limits.ts';
import { port } from './port.ts';
import { rowPatchesOf, type RowsFetched } from './row-patches.ts';

/** What a page is asked by; `filters` go to the call as they are. */
export type PageRequest<Filters> = {
  readonly offset: number;
  readonly limit: number;
  readonly search: string;
  readonly filters: Filters;
};
export type Page<Row> = { readonly results: readonly Row[]; readonly count: number };

type Identified = { readonly id: number };

export type ListContext<Row extends Identified, Filters> = {
  readonly filters: Filters;
  readonly limit: number;
  /** How many rows each page after the first brings. */
  readonly step: number;
  readonly search: string;
  readonly rows: readonly Row[];
  /** How far the pages have been read: more than there are rows when they shifted meanwhile. */
  readonly offset: number;
  /** How many there are in all; null until the first page. */
  readonly count: number | null;
  /** Arrived since, and not shown yet. */
  readonly news: readonly number[];
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
  | { type: 'row.removed'; id: number };

const without = (a: readonly number[], b: readonly number[]) => a.filter((id) => !b.includes(id));
const idsOf = (rows: readonly Identified[]) => rows.map((row) => row.id);

/** Is there another page to ask for? */
export const hasMore = (list: { rows: readonly unknown[]; offset: number; count: number | null }): boolean =>
  list.count !== null && list.rows.length < list.count && list.offset < list.count;

/** With `by` fewer rows, the pages after them have moved up by as many. */
const shrunk = ({ offset, count }: { offset: number; count: number | null }, by: number) => ({
  offset: offset - by,
  count: count === null ? null : count - by,
});

const failureOf = ({ event }: { event: { error: unknown } }) => asFailure(event.error);

/**
 * A list that grows page by page, searched, refreshed and kept current by id. Rows in view stay until newer ones are here,
 * and none is shown twice, however the pages shift beneath it.
 */
export function pagedListOf<Row extends Identified, Filters = Record<string, never>>() {
  type Context = ListContext<Row, Filters>;
  const changedIds = ({ rows }: Context, event: ListEvent<Row>) => {
    const known = new Set(idsOf(rows));
    return event.type === 'rows.changed' ? event.ids.filter((id) => known.has(id)) : [];
  };
  const arrivedIds = ({ rows, news }: Context, event: ListEvent<Row>) =>
    event.type === 'rows.arrived' ? without(event.ids, [...idsOf(rows), ...news]) : [];

  return setup({
    types: {
      context: {} as Context,
      events: {} as ListEvent<Row>,
      input: {} as { filters: Filters; limit?: number; step?: number; search?: string },
      tags: {} as 'loading' | 'loadingMore' | 'refreshing' | 'failed' | 'busy',
    },
    actors: {
      fetchPage: port<Page<Row>, PageRequest<Filters>>('fetchPage'),
      patches: rowPatchesOf<Row>(),
    },
    delays: { settle: limits.searchDelay, patience: 20_000 },
    guards: {
      hasMore: ({ context }) => hasMore(context),
      hasLoaded: ({ context }) => context.count !== null,
      concernsRows: ({ context, event }) => changedIds(context, event).length > 0,
      isNews: ({ context, event }) => arrivedIds(context, event).length > 0,
      isHere: ({ context, event }) =>
        event.type === 'row.removed' && context.rows.some((row) => row.id === event.id),
    },
    actions: {
      takeSearch: assign(({ event }) => (event.type === 'search.change' ? { search: event.search } : {})),
      takeFirst: assign((_, page: Page<Row>) => ({
        rows: page.results,
        offset: page.results.length,
        count: page.count,
        news: [],
        failure: null,
      })),
      takeNext: assign(({ context }, page: Page<Row>) => {
        const known = new Set(idsOf(context.rows));
        const rows = [...context.rows, ...page.results.filter((row) => !known.has(row.id))];
        // An empty page ends the list, whatever its count says.
        const offset = page.results.length === 0 ? page.count : context.offset + page.results.length;
        return { rows, offset, count: page.count };
      }),
      takeFailure: assign((_, failure: Failure) => ({ failure })),
      takeSilence: assign({ failure: { kind: 'offline' } as Failure }),
      patch: sendTo('patches', ({ context, event }) => ({
        type: 'rows.changed',
        ids: changedIds(context, event),
      })),
      /** Replaced where they stand; one that was asked for and did not come is gone. */
      takeRows: assign(({ context, event }) => {
        if (event.type !== 'rows.fetched') return {};
        const rows = context.rows
          .filter((row) => !event.asked.includes(row.id) || event.rows.some(({ id }) => id === row.id))
          .map((row) => event.rows.find(({ id }) => id === row.id) ?? row);
        return { ...shrunk(context, context.rows.length - rows.length), rows };
      }),
      countNews: assign(({ context, event }) => ({ news: [...context.news, ...arrivedIds(context, event)] })),
      remove: assign(({ context, event }) =>
        event.type === 'row.removed'
          ? { ...shrunk(context, 1), rows: context.rows.filter((row) => row.id !== event.id) }
          : {},
      ),
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
      'search.change': { target: '.settling', actions: 'takeSearch' },
    },
    states: {
      loading: {
        tags: ['busy', 'loading'],
        invoke: {
          id: 'firstPage',
          src: 'fetchPage',
          input: ({ context: { limit, search, filters } }) => ({ offset: 0, limit, search, filters }),
          onDone: { target: 'idle', actions: { type: 'takeFirst', params: ({ event }) => event.output } },
          onError: { target: 'failed', actions: { type: 'takeFailure', params: failureOf } },
        },
        after: { patience: { target: 'failed', actions: 'takeSilence' } },
      },
      failed: { tags: 'failed', on: { 'list.retry': 'loading', 'list.refresh': 'loading' } },
      idle: {
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
        invoke: {
          id: 'freshPage',
          src: 'fetchPage',
          input: ({ context: { limit, search, filters } }) => ({ offset: 0, limit, search, filters }),
          onDone: { target: 'idle', actions: { type: 'takeFirst', params: ({ event }) => event.output } },
          onError: { target: 'refreshFailed', actions: { type: 'takeFailure', params: failureOf } },
        },
        after: { patience: { target: 'refreshFailed', actions: 'takeSilence' } },
        // Asked again meanwhile: the answer under way may be older than what prompted it.
        on: { 'list.refresh': { target: 'refreshing', reenter: true } },
      },
      refreshFailed: {
        tags: 'failed',
        on: { 'list.retry': 'refreshing', 'list.refresh': 'refreshing', 'news.show': 'refreshing' },
      },
    },
  });
}
