import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import { hasMore } from '#domain/list-window.ts';
import { pagedListExpectations, type list } from './paged-list.expectations.ts';
import { button, dialog } from '#tests/support/browser/page-actions.ts';
import { buildAppData, buildLeague, buildPage, buildPost } from '#tests/support/builders.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import { done, when } from '#tests/support/statecharts/test-machine.ts';
import type { ScreenSpec } from '#tests/support/statecharts/screen-walks.ts';
import {
  requestTo,
  emitEvents,
  seeBusy,
  seeReady,
  seeAlert,
  waitUntilEqual,
} from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

export type Context = ContextFrom<typeof list>;
export type Row = Context['rows'][number];
export type Answer = {
  readonly results: readonly Row[];
  readonly count: number;
  readonly as_of?: string;
};
export const contextOf = ({ context }: AnyMachineSnapshot) => context as Context;
export const hasRow = (snapshot: AnyMachineSnapshot, id: number) =>
  contextOf(snapshot).rows.some((row) => row.id === id);
const row = (id: number): Row => ({ id, name: `game ${id}` });
export const isNever = () => false;
const longRows = Array.from({ length: 90 }, (_, at) => row(at + 1));
const isLong = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).rows.length === longRows.length;
const isEvicted = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).rows[0]?.name === '';
const isLongComplete = (snapshot: AnyMachineSnapshot) => isLong(snapshot) && !isEvicted(snapshot);
const isLongEvicted = (snapshot: AnyMachineSnapshot) => isLong(snapshot) && isEvicted(snapshot);

/** A feed at its end loads the next page by itself: these first pages have no next one. */
export const feedExpectations = {
  ...pagedListExpectations,
  events: {
    ...pagedListExpectations.events,
    'first of 2': done('firstPage', { results: [row(1), row(2)], count: 2 }),
    'fresh of 2': done('freshPage', { results: [row(4), row(1)], count: 2 }),
    // Of so few rows none becomes a placeholder.
    scrolls: { type: 'view.moved' as const, top: 0, bottom: 1 },
    // Of so many rows the distant ones become placeholders, and are fetched again when they are scrolled to.
    'first of 90': done('firstPage', { results: longRows, count: 90 }),
    'scrolls down': when(isLongComplete, { type: 'view.moved' as const, top: 80, bottom: 89 }),
    'scrolls back': when(isLongEvicted, { type: 'view.moved' as const, top: 0, bottom: 3 }),
  },
} satisfies typeof pagedListExpectations;

/** The ids of the feed are reversed: its newest post is first. */
const postId = (id: number) => 100 - id;

const game = ({ id, name }: Row) =>
  buildPost(postId(id), { description: name, section: null, is_staff: true });
const page = ({ results, ...more }: Answer) => ({ ...more, results: results.map(game) });
const isList = requestTo('post/');
const isFirst = (url: URL) => url.searchParams.get('offset') === '0';
/** The request of the bar of live games, which a long feed shows. */
const isLiveBarRequest = (url: URL) => url.searchParams.has('state');
const article = (screen: Page, name: string) =>
  screen.getByRole('article').filter({ has: screen.getByText(name, { exact: true }) });
const appData = () => buildAppData({ sections: [buildLeague(7, 'השכונה')] });

/** The feed of games: new ones are announced, and deleted ones removed at once. */
export function feed(fixture: BrowserFixture): ScreenSpec<typeof list> {
  let shownContext: Context | null = null;
  /** The end of the loaded rows is visible: the next page is fetched at once. */
  const loadsMore = (snapshot: AnyMachineSnapshot) =>
    snapshot.matches('idle') && hasMore(contextOf(snapshot));
  const isSettled = (snapshot: AnyMachineSnapshot) => !loadsMore(snapshot);
  const seeFailed = async (screen: Page) => {
    await seeAlert(screen, t('failure.offline'));
    await seeReady(screen, t('retry'));
  };
  return {
    openScreen: {
      league: async (screen) => {
        shownContext = null;
        await fixture.openLive(screen, '/main');
      },
    },
    eventActions: {
      'list.refresh': (screen) => button(screen, t('refresh')).click(),
      'list.retry': (screen) => button(screen, t('retry')).click(),
      'arrivals.show': (screen) =>
        button(screen, t('newGames', { count: shownContext?.arrivals.length ?? 0 })).click(),
      'rows.arrived': (_, { ids }) =>
        emitEvents(
          fixture,
          ...(ids as readonly number[]).map((id) => ({
            type: 'post' as const,
            post: postId(id),
            version: 1,
          })),
        ),
      'row.removed': async (screen) => {
        await button(article(screen, 'game 1'), t('options')).click();
        await button(dialog(screen, t('options')), t('delete')).click();
        await button(dialog(screen, t('postDeleted')), t('close')).click();
        await screen.getByRole('dialog').waitFor({ state: 'hidden' });
      },
      'view.moved': (screen) => screen.mouse.wheel(0, 200),
    },
    moveActions: { next: () => Promise.resolve() },
    offeredWhen: {
      next: loadsMore,
      'game 4 arrives': isSettled,
      '1 removed': (snapshot) => isSettled(snapshot) && hasRow(snapshot, 1),
      'view moves to the top': isNever,
      'view moves to the end': isNever,
      scrolls: (snapshot) => isSettled(snapshot) && contextOf(snapshot).rows.length === 2,
      'show arrivals': (snapshot) => isSettled(snapshot) && contextOf(snapshot).arrivals.length > 0,
      refresh: isSettled,
      fresh: isNever,
      'first of 90': isNever,
      'first from the cache': isNever,
    },
    ports: {
      firstPage: {
        isRequest: (request, url) => isList(request, url) && isFirst(url) && shownContext?.count == null,
        toWire: page,
      },
      freshPage: { isRequest: (request, url) => isList(request, url) && isFirst(url), toWire: page },
      nextPage: {
        isRequest: (request, url) => isList(request, url) && url.searchParams.has('offset'),
        toWire: page,
      },
    },
    answerOther: (request, url) => {
      if (requestTo('getAppData/')(request, url)) return appData();
      return requestTo(`post/${postId(1)}/`, 'PUT')(request, url) ? game(row(1)) : undefined;
    },
    shows: {
      '*': async (screen, context) => {
        shownContext = context;
        for (const { name } of context.rows) await article(screen, name).waitFor();
        await waitUntilEqual(() => screen.getByRole('article').count(), context.rows.length);
        const arrivalsLabel = t('newGames', { count: Math.max(1, context.arrivals.length) });
        await waitUntilEqual(
          () => button(screen, arrivalsLabel).count(),
          context.arrivals.length > 0 ? 1 : 0,
        );
      },
      loading: (screen) => screen.locator('[data-state=loading]').waitFor(),
      idle: async (screen, context) => {
        await screen.locator('[data-state=loaded]').waitFor();
        if (!hasMore(context)) await seeReady(screen, t('refresh'));
        await waitUntilEqual(() => screen.getByRole('alert').count(), 0);
      },
      failed: async (screen) => {
        await screen.locator('[data-state=failed]').waitFor();
        await seeFailed(screen);
      },
      loadingMore: (screen) => screen.locator('main').getByRole('status').getByText(t('loading')).waitFor(),
      moreFailed: seeFailed,
      refreshing: (screen) => seeBusy(screen, t('refresh')),
      refreshFailed: seeFailed,
    },
    unwalked: {
      '(root) —xstate.error.actor.rowRefresh→ itself': 'only a defect stops the machine that refreshes rows',
    },
  };
}

/** A feed of ninety games, scrolled to its end and back. */
export function longFeed(fixture: BrowserFixture): ScreenSpec<typeof list> {
  const scrollTo = async (screen: Page, distance: number, name: string) => {
    await screen.mouse.move(180, 400);
    await expect
      .poll(async () => {
        await screen.mouse.wheel(0, distance);
        return article(screen, name).isVisible();
      })
      .toBe(true);
  };
  return {
    openScreen: { league: (screen) => fixture.open(screen, '/main') },
    eventActions: {},
    moveActions: {
      'scrolls down': (screen) => scrollTo(screen, 3000, 'game 90'),
      'scrolls back': async (screen) => {
        const rowsRequest = screen.waitForRequest((request) =>
          new URL(request.url()).searchParams.has('ids'),
        );
        await Promise.all([rowsRequest, scrollTo(screen, -3000, 'game 1')]);
      },
    },
    offeredWhen: Object.fromEntries(
      Object.keys(feedExpectations.events)
        .filter((name) => !['first of 90', 'scrolls down', 'scrolls back'].includes(name))
        .map((name) => [name, isNever]),
    ),
    ports: {
      firstPage: {
        isRequest: (request, url) => isList(request, url) && isFirst(url) && !isLiveBarRequest(url),
        toWire: page,
      },
    },
    answerOther: (request, url) => {
      if (requestTo('getAppData/')(request, url)) return appData();
      if (isList(request, url) && isLiveBarRequest(url)) return buildPage();
      const ids = url.searchParams.get('ids')?.split(',').map(Number);
      return ids && isList(request, url) ? buildPage(...ids.map((id) => game(row(postId(id))))) : undefined;
    },
    shows: {
      idle: async (screen) => {
        await screen.locator('[data-state=loaded]').waitFor();
        await waitUntilEqual(() => screen.getByRole('alert').count(), 0);
      },
    },
    unwalked: {},
  };
}
