import { expect } from 'vitest';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import { hasMore, pagedListOf } from '#machines/paged-list.ts';
import { after, done, error, everyEdge, from, tagged, when } from '#tests/support/walks.ts';

type Row = { readonly id: number; readonly name: string };
type Filters = { readonly section: number };
const list = pagedListOf<Row, Filters>();
type Before = ContextFrom<typeof list>;

const row = (id: number, name = `game ${id}`): Row => ({ id, name });
const filters = { section: 7 };
const offline = { kind: 'offline' as const };
const ask = (offset: number, search: string, limit = 2) => ({ offset, limit, search, filters });
/** Each page after the first is this long. */
const step = 3;
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);
const has = (before: Before, id: number) => ids(before.rows).includes(id);

/** Some moves are only walked where these rows are in view: everywhere else they would make more of the same. */
const shows =
  (...views: string[]) =>
  (snapshot: AnyMachineSnapshot) =>
    views.includes(ids((snapshot.context as Before).rows).join());

const first = [row(1), row(2)];
const fresh = [row(4), row(1)];
const refreshes = ({ search }: Before) => ({ to: 'refreshing', calls: { freshPage: ask(0, search) } });
const loads = ({ search }: Before) => ({ to: 'loading', calls: { firstPage: ask(0, search) } });
const loadsMore = ({ search, offset }: Before) => ({
  to: 'loadingMore',
  calls: { nextPage: ask(offset, search, step) },
});
/** The rows in view stay. */
const fails = (state: string) => (before: Before) => ({
  to: state,
  context: { rows: before.rows, count: before.count, failure: offline },
});
const settles = { to: 'settling', context: { search: 'מכבי' } };
const dropped = (before: Before, gone: number) => {
  const less = has(before, gone) ? 1 : 0;
  return {
    rows: before.rows.filter(({ id }) => id !== gone),
    count: before.count === null ? null : before.count - less,
    offset: before.offset - less,
  };
};

everyEdge(list, {
  inputs: { league: { filters, limit: 2, step } },
  // The rows, whether more may be asked for, and what has arrived since.
  fold: ({ rows, count, offset, news }) =>
    [
      count === null ? 'never loaded' : ids(rows).join(),
      count !== null && rows.length < count && offset < count && 'more',
      news.length > 0 && `news ${news.join()}`,
    ]
      .filter(Boolean)
      .join('; '),
  events: {
    'first of 4': done('firstPage', { results: first, count: 4 }),
    'all of 1': done('firstPage', { results: [row(1)], count: 1 }),
    'first fails': error('firstPage', offline),
    next: when(shows('1,2', '1,2,3', '1', ''), { type: 'page.next' }),
    'the rest': done('nextPage', { results: [row(3), row(5)], count: 4 }),
    'shifted by one': when(shows('1,2'), done('nextPage', { results: [row(2), row(3)], count: 5 })),
    'nothing there': done('nextPage', { results: [], count: 4 }),
    'next fails': error('nextPage', offline),
    refresh: { type: 'list.refresh' },
    retry: { type: 'list.retry' },
    fresh: done('freshPage', { results: fresh, count: 5 }),
    'refresh fails': error('freshPage', offline),
    'too long': after('patience', 20_000),
    search: { type: 'search.change', search: 'מכבי' },
    settles: after('settle', 500),
    'game 4 arrives': { type: 'rows.arrived', ids: [4, 1] },
    'show news': { type: 'news.show' },
    '1 removed': when(shows('1,2', '1', ''), { type: 'row.removed', id: 1 }),
    '1 and 9 change': { type: 'rows.changed', ids: [1, 9] },
    'row 1 comes': from('patches', { type: 'rows.fetched', asked: [1], rows: [row(1, 'renamed')] }),
    'row 2 is gone': when(
      shows('1,2', '1', ''),
      from('patches', { type: 'rows.fetched', asked: [2], rows: [] }),
    ),
    'patches break': error('patches', new Error('broken')),
  },
  becomes: {
    'start: league': {
      to: 'loading',
      context: {
        filters,
        limit: 2,
        step,
        search: '',
        rows: [],
        offset: 0,
        count: null,
        news: [],
        failure: null,
      },
      calls: { firstPage: ask(0, ''), patches: { parent: expect.anything() as unknown } },
    },

    'loading + first of 4': {
      to: 'idle',
      context: { rows: first, count: 4, offset: 2, failure: null, news: [] },
    },
    'loading + all of 1': {
      to: 'idle',
      context: { rows: [row(1)], count: 1, offset: 1, failure: null, news: [] },
    },
    'loading + first fails': fails('failed'),
    'loading + too long': fails('failed'),
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
    'loadingMore + nothing there': (before) => ({
      to: 'idle',
      context: { rows: before.rows, offset: 4, count: 4 },
    }),
    'loadingMore + next fails': fails('moreFailed'),
    'loadingMore + too long': fails('moreFailed'),
    'moreFailed + retry': loadsMore,

    'idle + refresh': refreshes,
    'loadingMore + refresh': refreshes,
    'moreFailed + refresh': refreshes,
    'refreshing + refresh': refreshes,
    'refreshFailed + refresh': refreshes,
    'refreshFailed + retry': refreshes,
    'idle + show news': refreshes,
    'loadingMore + show news': refreshes,
    'moreFailed + show news': refreshes,
    'refreshFailed + show news': refreshes,
    'refreshing + fresh': {
      to: 'idle',
      context: { rows: fresh, count: 5, offset: 2, failure: null, news: [] },
    },
    'refreshing + refresh fails': fails('refreshFailed'),
    'refreshing + too long': fails('refreshFailed'),

    '* + search': (before) => ({
      ...settles,
      context: { ...settles.context, rows: before.rows },
      waits: [{ event: { type: 'xstate.after.settle.paged-list.settling' }, ms: 500 }],
    }),
    'settling + settles': (before) => (before.count === null ? loads(before) : refreshes(before)),

    '* + game 4 arrives': (before) => {
      const news = [4, 1].filter((id) => !has(before, id) && !before.news.includes(id));
      return news.length === 0
        ? 'ignored'
        : { to: 'same', context: { news: [...before.news, ...news], rows: before.rows } };
    },
    '* + 1 removed': (before) =>
      has(before, 1)
        ? {
            to: 'same',
            context: dropped(before, 1),
          }
        : 'ignored',

    '* + 1 and 9 change': (before) =>
      has(before, 1) ? { to: 'same', sends: [{ type: 'rows.changed', ids: [1] }] } : 'ignored',
    // In its place, and only if it is still in view.
    '* + row 1 comes': (before) => ({
      to: 'same',
      context: {
        rows: before.rows.map((old) => (old.id === 1 ? row(1, 'renamed') : old)),
        count: before.count,
        offset: before.offset,
      },
    }),
    '* + row 2 is gone': (before) => ({ to: 'same', context: dropped(before, 2) }),
  },
  claims: {
    '*': (snapshot) => {
      const seen = ids(snapshot.context.rows);
      expect(new Set(seen).size).toBe(seen.length);
      if (hasMore(snapshot.context)) expect(seen.length).toBeLessThan(Number(snapshot.context.count));
    },
    loading: tagged('busy', 'loading'),
    failed: tagged('failed'),
    loadingMore: tagged('busy', 'loadingMore'),
    moreFailed: tagged('failed'),
    settling: tagged('busy'),
    refreshing: tagged('busy', 'refreshing'),
    refreshFailed: tagged('failed'),
  },
  unpaired: 108,
});
