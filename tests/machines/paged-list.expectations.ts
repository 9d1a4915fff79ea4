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
const ask = (offset: number, search: string, limit = 2, asOf: string | null = null) => ({
  offset,
  limit,
  search,
  filters,
  asOf,
  mayBeCached: false,
});
/** Where no row is shown yet, rows that were seen before will do. */
const askFirst = (search: string) => ({ ...ask(0, search), mayBeCached: true });
/** The moments that the orders of a first page and of a fresh one are of. */
const [atFirst, atFresh] = ['2026-06-11T19:00:00.000Z', '2026-06-11T20:00:00.000Z'];
/** The limit of each page after the first. */
const nextLimit = 3;
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);
const has = (before: Before, id: number) => ids(before.rows).includes(id);

/** Some moves are only walked where these rows are in view: everywhere else they would make more of the same. */
const shows =
  (...views: string[]) =>
  (snapshot: AnyMachineSnapshot) =>
    views.includes(ids((snapshot.context as Before).rows).join());

/** Nothing is under way and nothing has arrived. */
const quiet = (snapshot: AnyMachineSnapshot) =>
  snapshot.matches('idle') && (snapshot.context as Before).arrivals.length === 0;
const allShown = (snapshot: AnyMachineSnapshot) => shows('1,2,3,5')(snapshot) && quiet(snapshot);
/** Where what arrives can matter: what waits, and what is asked for. */
const listens = (snapshot: AnyMachineSnapshot) =>
  (shows('1,2')(snapshot) && (snapshot.matches('idle') || snapshot.matches('refreshing'))) ||
  (shows('')(snapshot) && (quiet(snapshot) || snapshot.matches('loading')));
/** No row was let go, and no page is under way that some arrivals were requested with. */
const plain = ({ context }: AnyMachineSnapshot) => {
  const { rows, arrivalsAtRequest } = context as Before;
  return arrivalsAtRequest === 0 && rows.every(({ name }) => name !== '');
};
const announced = (snapshot: AnyMachineSnapshot) =>
  shows('1,2')(snapshot) && snapshot.matches('idle') && (snapshot.context as Before).arrivals.length > 0;

const first = [row(1), row(2)];
const fresh = [row(4), row(1)];
const refreshes = ({ search, arrivals }: Before) => ({
  to: 'refreshing',
  context: { arrivalsAtRequest: arrivals.length },
  calls: { freshPage: ask(0, search) },
});
const loads = ({ search, arrivals }: Before) => ({
  to: 'loading',
  context: { arrivalsAtRequest: arrivals.length },
  calls: { firstPage: askFirst(search) },
});
// In the order of the page above.
const loadsMore = ({ search, offset, asOf }: Before) => ({
  to: 'loadingMore',
  calls: { nextPage: ask(offset, search, nextLimit, asOf) },
});
/** The rows in view stay. */
const fails = (state: string) => ({ to: state, context: { failure: offline, arrivalsAtRequest: 0 } });
/** Where a page is read, and how what has arrived since it was asked for waits on. */
const reads = ({ arrivals, arrivalsAtRequest }: Before, results: readonly Row[]) => ({
  arrivals: arrivals.slice(arrivalsAtRequest).filter((id) => !ids(results).includes(id)),
  arrivalsAtRequest: 0,
});
/** Arrivals that nothing in sight could be moved by are shown at once. */
const rests = (before: Before, change: Partial<Before>) => {
  const { rows, arrivals } = { ...before, ...change };
  if (rows.length > 0 || arrivals.length === 0) return { to: 'idle', context: change };
  const led = refreshes({ ...before, arrivals });
  return { ...led, context: { ...change, ...led.context } };
};
const dropped = (before: Before, gone: number) => {
  const less = has(before, gone) ? 1 : 0;
  return {
    rows: before.rows.filter(({ id }) => id !== gone),
    count: before.count === null ? null : before.count - less,
    offset: before.offset - less,
  };
};

/** What is written of paged-list: its test walks it headless, its screen's in a browser. */
export const pagedListExpectations: MachineExpectations<typeof list> = {
  inputs: { league: { filters, limit: 2, nextLimit } },
  // The rows, whether more may be asked for, and what has arrived since.
  fold: ({ rows, count, offset, arrivals, arrivalsAtRequest }) =>
    [
      count === null
        ? 'never loaded'
        : rows.map(({ id, name }) => (name === '' ? `placeholder ${id}` : id)).join(),
      rows.length === 0 && count !== null && 'empty',
      count !== null && rows.length < count && offset < count && 'more',
      arrivals.length > 0 && `arrivals ${arrivals.join()}`,
      arrivalsAtRequest > 0 && `${arrivalsAtRequest} requested`,
    ]
      .filter(Boolean)
      .join('; '),
  events: {
    'first of 4': done('firstPage', { results: first, count: 4, as_of: atFirst }),
    'all of 1': done('firstPage', { results: [row(1)], count: 1 }),
    'kept first': when(
      shows(''),
      done('firstPage', new CachedAnswer({ results: [row(1)], count: 4, as_of: atFirst }, 1200)),
    ),
    'first fails': error('firstPage', offline),
    next: when(shows('1,2', '1,2,3', '1', ''), { type: 'page.next' }),
    'the rest': done('nextPage', { results: [row(3), row(5)], count: 4 }),
    'shifted by one': when(shows('1,2'), done('nextPage', { results: [row(2), row(3)], count: 5 })),
    'nothing there': done('nextPage', { results: [], count: 4 }),
    'next fails': error('nextPage', offline),
    refresh: when(plain, { type: 'list.refresh' }),
    retry: { type: 'list.retry' },
    fresh: done('freshPage', { results: fresh, count: 5, as_of: atFresh }),
    'refresh fails': error('freshPage', offline),
    search: when(plain, { type: 'search.change', search: 'מכבי' }),
    'debounce ends': after('searchDebounce', 500),
    'game 4 arrives': when(listens, { type: 'rows.arrived', ids: [4, 1] }),
    'at the top': when(allShown, { type: 'view.moved', top: 0, bottom: 0 }),
    'at the end': when(allShown, { type: 'view.moved', top: 3, bottom: 3 }),
    'show arrivals': when(plain, { type: 'arrivals.show' }),
    '1 removed': when(shows('1,2', '1', ''), { type: 'row.removed', id: 1 }),
    '1 and 9 change': when(plain, { type: 'rows.changed', ids: [1, 9] }),
    '4 changes': when(announced, { type: 'rows.changed', ids: [4] }),
    '4 is gone': when(
      announced,
      childSends('rowRefresh', { type: 'rows.fetched', requested: [4], rows: [] }),
    ),
    '3 and 5 come': when(
      allShown,
      childSends('rowRefresh', { type: 'rows.fetched', requested: [3, 5], rows: [row(3), row(5)] }),
    ),
    'row 1 comes': when(
      plain,
      childSends('rowRefresh', { type: 'rows.fetched', requested: [1], rows: [row(1, 'renamed')] }),
    ),
    'row 2 is gone': when(
      shows('1,2', '1', ''),
      childSends('rowRefresh', { type: 'rows.fetched', requested: [2], rows: [] }),
    ),
    'refresh breaks': error('rowRefresh', new Error('broken')),
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
        failure: null,
      },
      calls: { firstPage: askFirst(''), rowRefresh: { parent: expect.anything() as unknown } },
    },

    'loading + first of 4': (before) => ({
      to: 'idle',
      context: {
        rows: first,
        count: 4,
        offset: 2,
        asOf: atFirst,
        cachedAt: null,
        failure: null,
        ...reads(before, first),
      },
    }),
    'loading + all of 1': (before) => ({
      to: 'idle',
      context: {
        rows: [row(1)],
        count: 1,
        offset: 1,
        asOf: null,
        cachedAt: null,
        failure: null,
        ...reads(before, [row(1)]),
      },
    }),
    'loading + kept first': (before) => {
      const arrivals = reads(before, [row(1)]);
      return {
        to: 'refreshing',
        context: {
          rows: [row(1)],
          count: 4,
          offset: 1,
          asOf: atFirst,
          cachedAt: 1200,
          failure: null,
          ...arrivals,
          arrivalsAtRequest: arrivals.arrivals.length,
        },
        calls: { freshPage: ask(0, before.search) },
      };
    },
    'loading + first fails': fails('failed'),
    'failed + retry': loads,
    'failed + refresh': loads,

    'idle + next': (before) =>
      before.rows.length === before.count || before.offset >= Number(before.count)
        ? 'ignored'
        : loadsMore(before),
    'loadingMore + the rest': (before) => ({
      to: 'idle',
      context: {
        rows: [...before.rows, ...[row(3), row(5)].filter(({ id }) => !has(before, id))],
        offset: before.offset + 2,
        count: 4,
      },
    }),
    'loadingMore + shifted by one': (before) => ({
      to: 'idle',
      context: {
        rows: [...before.rows, ...[row(2), row(3)].filter(({ id }) => !has(before, id))],
        offset: before.offset + 2,
        count: 5,
      },
    }),
    'loadingMore + nothing there': (before) => rests(before, { offset: 4, count: 4 }),
    'loadingMore + next fails': fails('moreFailed'),
    'moreFailed + retry': loadsMore,

    'idle + refresh': refreshes,
    'loadingMore + refresh': refreshes,
    'moreFailed + refresh': refreshes,
    'loading + refresh': loads,
    'refreshing + refresh': refreshes,
    'refreshFailed + refresh': refreshes,
    'refreshFailed + retry': refreshes,
    'idle + show arrivals': refreshes,
    'loadingMore + show arrivals': refreshes,
    'moreFailed + show arrivals': refreshes,
    'refreshFailed + show arrivals': refreshes,
    'refreshing + fresh': (before) => ({
      to: 'idle',
      context: {
        rows: fresh,
        count: 5,
        offset: 2,
        asOf: atFresh,
        cachedAt: null,
        failure: null,
        ...reads(before, fresh),
      },
    }),
    'refreshing + refresh fails': fails('refreshFailed'),

    '* + search': {
      to: 'debouncing',
      context: { search: 'מכבי' },
      waits: [{ event: { type: 'xstate.after.searchDebounce.paged-list.debouncing' }, ms: 500 }],
    },
    'debouncing + debounce ends': (before) => (before.count === null ? loads(before) : refreshes(before)),

    '* + game 4 arrives': (before) => {
      const arrivals = [4, 1].filter((id) => !has(before, id) && !before.arrivals.includes(id));
      return arrivals.length === 0
        ? 'ignored'
        : { to: 'same', context: { arrivals: [...before.arrivals, ...arrivals] } };
    },
    'idle + game 4 arrives': (before) => {
      const arrivals = [4, 1].filter((id) => !has(before, id) && !before.arrivals.includes(id));
      if (arrivals.length === 0) return 'ignored';
      return rests(before, { arrivals: [...before.arrivals, ...arrivals] });
    },
    'idle + 1 removed': (before) => (has(before, 1) ? rests(before, dropped(before, 1)) : 'ignored'),
    '* + 1 removed': (before) =>
      has(before, 1)
        ? {
            to: 'same',
            context: dropped(before, 1),
          }
        : 'ignored',

    '* + 1 and 9 change': (before) =>
      has(before, 1) || before.arrivals.includes(1)
        ? { to: 'same', sends: [{ type: 'rows.changed', ids: [1] }] }
        : 'ignored',
    '* + 4 changes': (before) =>
      has(before, 4) || before.arrivals.includes(4)
        ? { to: 'same', sends: [{ type: 'rows.changed', ids: [4] }] }
        : 'ignored',
    // What was announced may be gone before anybody looked.
    '* + 4 is gone': (before) => ({
      to: 'same',
      context: { ...dropped(before, 4), arrivals: before.arrivals.filter((id) => id !== 4) },
    }),

    'idle + at the top': ({ rows: [one, two] }) => ({
      to: 'idle',
      context: { rows: [one, two, placeholder(3), placeholder(5)] },
      sends: one?.name === '' ? [{ type: 'rows.requested', ids: [1] }] : [],
    }),
    'idle + at the end': ({ rows: [, , three, five] }) => ({
      to: 'idle',
      context: { rows: [placeholder(1), placeholder(2), three, five] },
      sends: five?.name === '' ? [{ type: 'rows.requested', ids: [5] }] : [],
    }),
    'idle + 3 and 5 come': (before) => ({
      to: 'idle',
      context: { rows: [...before.rows.slice(0, 2), row(3), row(5)] },
    }),
    // In its place, and only if it is still in view.
    '* + row 1 comes': (before) => ({
      to: 'same',
      context: { rows: before.rows.map((old) => (old.id === 1 ? row(1, 'renamed') : old)) },
    }),
    '* + row 2 is gone': (before) => ({ to: 'same', context: dropped(before, 2) }),
  },
  claims: {
    '*': (snapshot) => {
      const seen = ids(snapshot.context.rows);
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
  unpaired: 153,
};
