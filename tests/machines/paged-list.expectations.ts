import { expect } from 'vitest';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import { hasMore } from '#domain/list-window.ts';
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
const away = (id: number) => row(id, '');
export const list = pagedListOf<Row, Filters>({
  order: (one, other) => one.id - other.id,
  away: { of: ({ id }) => away(id), is: ({ name }) => name === '', far: 1, near: 0 },
});
type Before = ContextFrom<typeof list>;

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

/** Nothing is under way and nothing has arrived. */
const quiet = (snapshot: AnyMachineSnapshot) =>
  snapshot.matches('idle') && (snapshot.context as Before).news.length === 0;
const allShown = (snapshot: AnyMachineSnapshot) => shows('1,2,3,5')(snapshot) && quiet(snapshot);
/** Where what arrives can matter: what waits, and what is asked for. */
const listens = (snapshot: AnyMachineSnapshot) =>
  (shows('1,2')(snapshot) && (snapshot.matches('idle') || snapshot.matches('refreshing'))) ||
  (shows('')(snapshot) && (quiet(snapshot) || snapshot.matches('loading')));
/** No row was let go, and no page is under way that some of the news were asked with. */
const plain = ({ context }: AnyMachineSnapshot) => {
  const { rows, asked } = context as Before;
  return asked === 0 && rows.every(({ name }) => name !== '');
};
const announced = (snapshot: AnyMachineSnapshot) =>
  shows('1,2')(snapshot) && snapshot.matches('idle') && (snapshot.context as Before).news.length > 0;

const first = [row(1), row(2)];
const fresh = [row(4), row(1)];
const refreshes = ({ search, news }: Before) => ({
  to: 'refreshing',
  context: { asked: news.length },
  calls: { freshPage: ask(0, search) },
});
const loads = ({ search, news }: Before) => ({
  to: 'loading',
  context: { asked: news.length },
  calls: { firstPage: ask(0, search) },
});
const loadsMore = ({ search, offset }: Before) => ({
  to: 'loadingMore',
  calls: { nextPage: ask(offset, search, step) },
});
/** The rows in view stay. */
const fails = (state: string) => (before: Before) => ({
  to: state,
  context: { rows: before.rows, count: before.count, failure: offline },
});
/** Where a page is read, and how what has arrived since it was asked for waits on. */
const reads = ({ news, asked }: Before, results: readonly Row[]) => ({
  news: news.slice(asked).filter((id) => !ids(results).includes(id)),
  asked: 0,
});
/** News that nothing in sight could be moved by are shown at once. */
const atRest = (before: Before, rows: readonly Row[], news: readonly number[]) =>
  rows.length > 0 || news.length === 0
    ? { to: 'idle' }
    : { to: 'refreshing', calls: { freshPage: ask(0, before.search) } };
const settles = { to: 'settling', context: { search: 'מכבי' } };
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
  inputs: { league: { filters, limit: 2, step } },
  // The rows, whether more may be asked for, and what has arrived since.
  fold: ({ rows, count, offset, news, asked }) =>
    [
      count === null ? 'never loaded' : rows.map(({ id, name }) => (name === '' ? `away ${id}` : id)).join(),
      rows.length === 0 && count !== null && 'empty',
      count !== null && rows.length < count && offset < count && 'more',
      news.length > 0 && `news ${news.join()}`,
      asked > 0 && `${asked} asked for`,
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
    refresh: when(plain, { type: 'list.refresh' }),
    retry: { type: 'list.retry' },
    fresh: done('freshPage', { results: fresh, count: 5 }),
    'refresh fails': error('freshPage', offline),
    'too long': after('patience', 20_000),
    search: when(plain, { type: 'search.change', search: 'מכבי' }),
    settles: after('settle', 500),
    'game 4 arrives': when(listens, { type: 'rows.arrived', ids: [4, 1] }),
    '0 is placed': when((it) => shows('1,2', '')(it) && (quiet(it) || it.matches('loading')), {
      type: 'row.placed',
      row: row(0),
    }),
    'at the top': when(allShown, { type: 'view.moved', top: 0, bottom: 0 }),
    'at the end': when(allShown, { type: 'view.moved', top: 3, bottom: 3 }),
    'show news': when(plain, { type: 'news.show' }),
    '1 removed': when(shows('1,2', '1', ''), { type: 'row.removed', id: 1 }),
    '1 and 9 change': when(plain, { type: 'rows.changed', ids: [1, 9] }),
    '4 changes': when(announced, { type: 'rows.changed', ids: [4] }),
    '4 is gone': when(announced, childSends('patches', { type: 'rows.fetched', asked: [4], rows: [] })),
    '3 and 5 come': when(
      allShown,
      childSends('patches', { type: 'rows.fetched', asked: [3, 5], rows: [row(3), row(5)] }),
    ),
    'row 1 comes': when(
      plain,
      childSends('patches', { type: 'rows.fetched', asked: [1], rows: [row(1, 'renamed')] }),
    ),
    'row 2 is gone': when(
      shows('1,2', '1', ''),
      childSends('patches', { type: 'rows.fetched', asked: [2], rows: [] }),
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
        asked: 0,
        failure: null,
      },
      calls: { firstPage: ask(0, ''), patches: { parent: expect.anything() as unknown } },
    },

    'loading + first of 4': (before) => ({
      to: 'idle',
      context: { rows: first, count: 4, offset: 2, failure: null, ...reads(before, first) },
    }),
    'loading + all of 1': (before) => ({
      to: 'idle',
      context: { rows: [row(1)], count: 1, offset: 1, failure: null, ...reads(before, [row(1)]) },
    }),
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
      ...atRest(before, before.rows, before.news),
      context: { rows: before.rows, offset: 4, count: 4 },
    }),
    'loadingMore + next fails': fails('moreFailed'),
    'loadingMore + too long': fails('moreFailed'),
    'moreFailed + retry': loadsMore,

    'idle + refresh': refreshes,
    'loadingMore + refresh': refreshes,
    'moreFailed + refresh': refreshes,
    'loading + refresh': loads,
    'refreshing + refresh': refreshes,
    'refreshFailed + refresh': refreshes,
    'refreshFailed + retry': refreshes,
    'idle + show news': refreshes,
    'loadingMore + show news': refreshes,
    'moreFailed + show news': refreshes,
    'refreshFailed + show news': refreshes,
    'refreshing + fresh': (before) => ({
      to: 'idle',
      context: { rows: fresh, count: 5, offset: 2, failure: null, ...reads(before, fresh) },
    }),
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
    'idle + game 4 arrives': (before) => {
      const news = [4, 1].filter((id) => !has(before, id) && !before.news.includes(id));
      if (news.length === 0) return 'ignored';
      const all = [...before.news, ...news];
      return { ...atRest(before, before.rows, all), context: { news: all, rows: before.rows } };
    },
    'idle + 1 removed': (before) =>
      has(before, 1)
        ? { ...atRest(before, dropped(before, 1).rows, before.news), context: dropped(before, 1) }
        : 'ignored',
    '* + 1 removed': (before) =>
      has(before, 1)
        ? {
            to: 'same',
            context: dropped(before, 1),
          }
        : 'ignored',

    '* + 1 and 9 change': (before) =>
      has(before, 1) || before.news.includes(1)
        ? { to: 'same', sends: [{ type: 'rows.changed', ids: [1] }] }
        : 'ignored',
    '* + 4 changes': (before) =>
      has(before, 4) || before.news.includes(4)
        ? { to: 'same', sends: [{ type: 'rows.changed', ids: [4] }] }
        : 'ignored',
    // What was announced may be gone before anybody looked.
    '* + 4 is gone': (before) => ({
      to: 'same',
      context: { ...dropped(before, 4), news: before.news.filter((id) => id !== 4) },
    }),

    '* + 0 is placed': (before) => {
      if (before.count === null) return 'ignored';
      const count = before.count + 1;
      // Beyond the last row that is here: its page brings it.
      if (before.rows.length === 0 && hasMore(before))
        return { to: 'same', context: { rows: [], offset: before.offset, count } };
      return { to: 'same', context: { rows: [row(0), ...before.rows], offset: before.offset + 1, count } };
    },

    'idle + at the top': ({ rows: [one, two] }) => ({
      to: 'idle',
      context: { rows: [one, two, away(3), away(5)] },
      sends: one?.name === '' ? [{ type: 'rows.wanted', ids: [1] }] : [],
    }),
    'idle + at the end': ({ rows: [, , three, five] }) => ({
      to: 'idle',
      context: { rows: [away(1), away(2), three, five] },
      sends: five?.name === '' ? [{ type: 'rows.wanted', ids: [5] }] : [],
    }),
    'idle + 3 and 5 come': (before) => ({
      to: 'idle',
      context: { rows: [...before.rows.slice(0, 2), row(3), row(5)], offset: before.offset },
    }),
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
    loading: hasExactTags('busy', 'loading'),
    failed: hasExactTags('failed'),
    loadingMore: hasExactTags('busy', 'loadingMore'),
    moreFailed: hasExactTags('failed'),
    settling: hasExactTags('busy'),
    refreshing: hasExactTags('busy', 'refreshing'),
    refreshFailed: hasExactTags('failed'),
  },
  unpaired: 241,
};
