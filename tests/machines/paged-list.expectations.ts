import { expect } from 'vitest';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import { hasMore } from '#domain/list-window.ts';
import { CachedAnswer } from '#domain/cached-answer.ts';
import { pagedListOf } from '#machines/paged-list.ts';
import {
  after,
  done,
  error,
  childSends,
  hasExactTags,
  when,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

type Row = { readonly id: number; readonly name: string };
type Filters = { readonly section: number };
const row = (id: number, name = `game ${id}`): Row => ({ id, name });
const placeholder = (id: number) => row(id, '');
export const list = pagedListOf<Row, Filters>({
  of: ({ id }) => placeholder(id),
  is: ({ name }) => name === '',
  far: 1,
  near: 0,
});
type Before = ContextFrom<typeof list>;

const filters = { section: 7 };
const offline = { kind: 'offline' as const };
const pageRequest = (offset: number, search: string, limit = 2, asOf: string | null = null) => ({
  offset,
  limit,
  search,
  filters,
  asOf,
  mayBeCached: false,
});
/** The first page may be answered from the cache. */
const firstPageRequest = (search: string) => ({ ...pageRequest(0, search), mayBeCached: true });
/** The moments by which the first page and the refreshed one are ordered. */
const [firstAsOf, freshAsOf] = ['2026-06-11T19:00:00.000Z', '2026-06-11T20:00:00.000Z'];
/** The limit of each page after the first. */
const nextLimit = 3;
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);
const hasRow = (before: Before, id: number) => idsOf(before.rows).includes(id);

/** Some moves are walked only with these rows: with others they repeat the same transitions. */
const hasRows =
  (...lists: string[]) =>
  (snapshot: AnyMachineSnapshot) =>
    lists.includes(idsOf((snapshot.context as Before).rows).join());

/** No call is under way and no row has arrived. */
const isIdleWithoutArrivals = (snapshot: AnyMachineSnapshot) =>
  snapshot.matches('idle') && (snapshot.context as Before).arrivals.length === 0;
const hasAllRows = (snapshot: AnyMachineSnapshot) =>
  hasRows('1,2,3,5')(snapshot) && isIdleWithoutArrivals(snapshot);
/** The states in which arrivals can change something: the waiting ones, or a call under way. */
const mayReceiveArrivals = (snapshot: AnyMachineSnapshot) =>
  (hasRows('1,2')(snapshot) && (snapshot.matches('idle') || snapshot.matches('refreshing'))) ||
  (hasRows('')(snapshot) && (isIdleWithoutArrivals(snapshot) || snapshot.matches('loading')));
/** No row is a placeholder, and no call was started with arrivals. */
const isWithoutPlaceholders = ({ context }: AnyMachineSnapshot) => {
  const { rows, arrivalsAtRequest } = context as Before;
  return arrivalsAtRequest === 0 && rows.every(({ name }) => name !== '');
};
const hasArrivals = (snapshot: AnyMachineSnapshot) =>
  hasRows('1,2')(snapshot) && snapshot.matches('idle') && (snapshot.context as Before).arrivals.length > 0;

const firstRows = [row(1), row(2)];
const freshRows = [row(4), row(1)];
/** The rows of these ids that are shown or have arrived are fetched. */
const fetches = ({ rows, arrivals }: Pick<Before, 'rows' | 'arrivals'>, ids: readonly number[]) => {
  const known = ids.filter((id) => idsOf(rows).includes(id) || arrivals.includes(id));
  return known.length > 0 ? [{ type: 'rows.changed', ids: known }] : [];
};
const refreshesRows = ({ search, arrivals }: Before) => ({
  to: 'refreshing',
  context: { arrivalsAtRequest: arrivals.length, changed: [] },
  calls: { freshPage: pageRequest(0, search) },
});
const loadsFirstPage = ({ search, arrivals }: Before) => ({
  to: 'loading',
  context: { arrivalsAtRequest: arrivals.length, changed: [] },
  calls: { firstPage: firstPageRequest(search) },
});
// The next page has the order of the pages before it.
const loadsNextPage = ({ search, offset, asOf }: Before) => ({
  to: 'loadingMore',
  context: { changed: [] },
  calls: { nextPage: pageRequest(offset, search, nextLimit, asOf) },
});
/** The rows stay. */
const fails = (state: string) => ({ to: state, context: { failure: offline, arrivalsAtRequest: 0 } });
/** The arrivals once a page has been answered: those since its request that it does not hold. */
const arrivalsAfter = ({ arrivals, arrivalsAtRequest }: Before, results: readonly Row[]) => ({
  arrivals: arrivals.slice(arrivalsAtRequest).filter((id) => !idsOf(results).includes(id)),
  arrivalsAtRequest: 0,
});
/** A page is answered: rows that changed since its request are fetched, as it may be older. */
const storesPage = (before: Before, context: Partial<Before>) => ({
  to: 'idle',
  context,
  sends: fetches({ ...before, ...context }, before.changed),
});
/** The rows of a first page replace the others. */
const storesFirstPage = (before: Before, rows: readonly Row[], page: Partial<Before>) =>
  storesPage(before, { rows, cachedAt: null, failure: null, ...arrivalsAfter(before, rows), ...page });
/** The rows of a next page follow the others. */
const appendsPage = (before: Before, results: readonly Row[], count: number) =>
  storesPage(before, {
    rows: [...before.rows, ...results.filter(({ id }) => !hasRow(before, id))],
    offset: before.offset + results.length,
    count,
  });
/** Arrivals in an empty list are shown at once: there are no rows that they could move. */
const refreshesIfEmpty = (before: Before, change: Partial<Before>) => {
  const { rows, arrivals } = { ...before, ...change };
  if (rows.length > 0 || arrivals.length === 0) return { to: 'idle', context: change };
  const outcome = refreshesRows({ ...before, arrivals });
  return { ...outcome, context: { ...change, ...outcome.context } };
};
const withoutRow = (before: Before, removed: number) => {
  const shift = hasRow(before, removed) ? 1 : 0;
  return {
    rows: before.rows.filter(({ id }) => id !== removed),
    count: before.count === null ? null : before.count - shift,
    offset: before.offset - shift,
  };
};

/** Expectations of paged-list, for its test and for its screen's walk. */
export const pagedListExpectations: MachineExpectations<typeof list> = {
  inputs: { league: { filters, limit: 2, nextLimit } },
  // The rows, whether more may be asked for, and what has arrived since.
  fold: ({ rows, count, offset, arrivals, arrivalsAtRequest, changed }) =>
    [
      count === null
        ? 'never loaded'
        : rows.map(({ id, name }) => (name === '' ? `placeholder ${id}` : id)).join(),
      rows.length === 0 && count !== null && 'empty',
      count !== null && rows.length < count && offset < count && 'more',
      arrivals.length > 0 && `arrivals ${arrivals.join()}`,
      arrivalsAtRequest > 0 && `${arrivalsAtRequest} requested`,
      changed.length > 0 && 'changed',
    ]
      .filter(Boolean)
      .join('; '),
  events: {
    'first of 4': done('firstPage', { results: firstRows, count: 4, as_of: firstAsOf }),
    'all of 1': done('firstPage', { results: [row(1)], count: 1 }),
    'first from the cache': when(
      hasRows(''),
      done('firstPage', new CachedAnswer({ results: [row(1)], count: 4, as_of: firstAsOf }, 1200)),
    ),
    'first fails': error('firstPage', offline),
    next: when(hasRows('1,2', '1,2,3', '1', ''), { type: 'page.next' }),
    'the rest': done('nextPage', { results: [row(3), row(5)], count: 4 }),
    'shifted by one': when(hasRows('1,2'), done('nextPage', { results: [row(2), row(3)], count: 5 })),
    'an empty page': done('nextPage', { results: [], count: 4 }),
    'next fails': error('nextPage', offline),
    refresh: when(isWithoutPlaceholders, { type: 'list.refresh' }),
    retry: { type: 'list.retry' },
    fresh: done('freshPage', { results: freshRows, count: 5, as_of: freshAsOf }),
    'refresh fails': error('freshPage', offline),
    search: when(isWithoutPlaceholders, { type: 'search.change', search: 'מכבי' }),
    'debounce ends': after('searchDebounce', 500),
    'game 4 arrives': when(mayReceiveArrivals, { type: 'rows.arrived', ids: [4, 1] }),
    'view moves to the top': when(hasAllRows, { type: 'view.moved', top: 0, bottom: 0 }),
    'view moves to the end': when(hasAllRows, { type: 'view.moved', top: 3, bottom: 3 }),
    'show arrivals': when(isWithoutPlaceholders, { type: 'arrivals.show' }),
    '1 removed': when(hasRows('1,2', '1', ''), { type: 'row.removed', id: 1 }),
    '1 and 9 change': when(isWithoutPlaceholders, { type: 'rows.changed', ids: [1, 9] }),
    '4 changes': when(hasArrivals, { type: 'rows.changed', ids: [4] }),
    'row 4 is gone': when(
      hasArrivals,
      childSends('rowRefresh', { type: 'rows.fetched', requested: [4], rows: [] }),
    ),
    'rows 3 and 5 are fetched': when(
      hasAllRows,
      childSends('rowRefresh', { type: 'rows.fetched', requested: [3, 5], rows: [row(3), row(5)] }),
    ),
    'row 1 is fetched': when(
      isWithoutPlaceholders,
      childSends('rowRefresh', { type: 'rows.fetched', requested: [1], rows: [row(1, 'renamed')] }),
    ),
    'row 2 is gone': when(
      hasRows('1,2', '1', ''),
      childSends('rowRefresh', { type: 'rows.fetched', requested: [2], rows: [] }),
    ),
    'row refresh fails': error('rowRefresh', new Error('broken')),
  },
  becomes: {
    'start: league': {
      to: 'loading',
      context: {
        filters,
        limit: 2,
        nextLimit,
        search: '',
        asOf: null,
        cachedAt: null,
        rows: [],
        offset: 0,
        count: null,
        arrivals: [],
        arrivalsAtRequest: 0,
        changed: [],
        failure: null,
      },
      calls: { firstPage: firstPageRequest(''), rowRefresh: { parent: expect.anything() as unknown } },
    },

    'loading + first of 4': (before) =>
      storesFirstPage(before, firstRows, { count: 4, offset: 2, asOf: firstAsOf }),
    'loading + all of 1': (before) => storesFirstPage(before, [row(1)], { count: 1, offset: 1, asOf: null }),
    'loading + first from the cache': (before) => {
      const arrivals = arrivalsAfter(before, [row(1)]);
      return {
        to: 'refreshing',
        context: {
          rows: [row(1)],
          count: 4,
          offset: 1,
          asOf: firstAsOf,
          cachedAt: 1200,
          failure: null,
          ...arrivals,
          arrivalsAtRequest: arrivals.arrivals.length,
          changed: [],
        },
        calls: { freshPage: pageRequest(0, before.search) },
      };
    },
    'loading + first fails': fails('failed'),
    'failed + retry': loadsFirstPage,
    'failed + refresh': loadsFirstPage,

    'idle + next': (before) =>
      before.rows.length === before.count || before.offset >= Number(before.count)
        ? 'ignored'
        : loadsNextPage(before),
    'loadingMore + the rest': (before) => appendsPage(before, [row(3), row(5)], 4),
    'loadingMore + shifted by one': (before) => appendsPage(before, [row(2), row(3)], 5),
    'loadingMore + an empty page': (before) => {
      const { context, sends } = storesPage(before, { offset: 4, count: 4 });
      return { ...refreshesIfEmpty(before, context), sends };
    },
    'loadingMore + next fails': fails('moreFailed'),
    'moreFailed + retry': loadsNextPage,

    'idle + refresh': refreshesRows,
    'loadingMore + refresh': refreshesRows,
    'moreFailed + refresh': refreshesRows,
    'loading + refresh': loadsFirstPage,
    'refreshing + refresh': refreshesRows,
    'refreshFailed + refresh': refreshesRows,
    'refreshFailed + retry': refreshesRows,
    'idle + show arrivals': refreshesRows,
    'loadingMore + show arrivals': refreshesRows,
    'moreFailed + show arrivals': refreshesRows,
    'refreshFailed + show arrivals': refreshesRows,
    'refreshing + fresh': (before) =>
      storesFirstPage(before, freshRows, { count: 5, offset: 2, asOf: freshAsOf }),
    'refreshing + refresh fails': fails('refreshFailed'),

    '* + search': {
      to: 'debouncing',
      context: { search: 'מכבי' },
      waits: [{ event: { type: 'xstate.after.searchDebounce.paged-list.debouncing' }, ms: 500 }],
    },
    'debouncing + debounce ends': (before) =>
      before.count === null ? loadsFirstPage(before) : refreshesRows(before),

    '* + game 4 arrives': (before) => {
      const arrivals = [4, 1].filter((id) => !hasRow(before, id) && !before.arrivals.includes(id));
      return arrivals.length === 0
        ? 'ignored'
        : { to: 'same', context: { arrivals: [...before.arrivals, ...arrivals] } };
    },
    'idle + game 4 arrives': (before) => {
      const arrivals = [4, 1].filter((id) => !hasRow(before, id) && !before.arrivals.includes(id));
      if (arrivals.length === 0) return 'ignored';
      return refreshesIfEmpty(before, { arrivals: [...before.arrivals, ...arrivals] });
    },
    'idle + 1 removed': (before) =>
      hasRow(before, 1) ? refreshesIfEmpty(before, withoutRow(before, 1)) : 'ignored',
    '* + 1 removed': (before) =>
      hasRow(before, 1)
        ? {
            to: 'same',
            context: withoutRow(before, 1),
          }
        : 'ignored',

    '* + 1 and 9 change': (before) => ({
      to: 'same',
      context: { changed: [...new Set([...before.changed, 1, 9])] },
      sends: fetches(before, [1, 9]),
    }),
    '* + 4 changes': (before) => ({
      to: 'same',
      context: { changed: [...new Set([...before.changed, 4])] },
      sends: fetches(before, [4]),
    }),
    // A row that has arrived may be removed before it is shown.
    '* + row 4 is gone': (before) => ({
      to: 'same',
      context: { ...withoutRow(before, 4), arrivals: before.arrivals.filter((id) => id !== 4) },
    }),

    'idle + view moves to the top': ({ rows: [one, two] }) => ({
      to: 'idle',
      context: { rows: [one, two, placeholder(3), placeholder(5)] },
      sends: one?.name === '' ? [{ type: 'rows.requested', ids: [1] }] : [],
    }),
    'idle + view moves to the end': ({ rows: [, , three, five] }) => ({
      to: 'idle',
      context: { rows: [placeholder(1), placeholder(2), three, five] },
      sends: five?.name === '' ? [{ type: 'rows.requested', ids: [5] }] : [],
    }),
    'idle + rows 3 and 5 are fetched': (before) => ({
      to: 'idle',
      context: { rows: [...before.rows.slice(0, 2), row(3), row(5)] },
    }),
    // In its place, and only if it is still in view.
    '* + row 1 is fetched': (before) => ({
      to: 'same',
      context: { rows: before.rows.map((old) => (old.id === 1 ? row(1, 'renamed') : old)) },
    }),
    '* + row 2 is gone': (before) => ({ to: 'same', context: withoutRow(before, 2) }),
  },
  claims: {
    '*': (snapshot) => {
      const seen = idsOf(snapshot.context.rows);
      expect(new Set(seen).size).toBe(seen.length);
      if (hasMore(snapshot.context)) expect(seen.length).toBeLessThan(Number(snapshot.context.count));
    },
    loading: hasExactTags('busy', 'loading'),
    failed: hasExactTags('failed'),
    loadingMore: hasExactTags('busy', 'loadingMore'),
    moreFailed: hasExactTags('failed'),
    debouncing: hasExactTags('busy'),
    refreshing: hasExactTags('busy', 'refreshing'),
    refreshFailed: hasExactTags('failed'),
  },
  unpaired: 102,
};
