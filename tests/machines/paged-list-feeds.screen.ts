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
export const has = (snapshot: AnyMachineSnapshot, id: number) =>
  contextOf(snapshot).rows.some((row) => row.id === id);
const row = (id: number): Row => ({ id, name: `game ${id}` });
export const isNever = () => false;
const long = Array.from({ length: 90 }, (_, at) => row(at + 1));
const isLong = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).rows.length === long.length;
const isEvicted = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).rows[0]?.name === '';
const isWhole = (snapshot: AnyMachineSnapshot) => isLong(snapshot) && !isEvicted(snapshot);
const isRidden = (snapshot: AnyMachineSnapshot) => isLong(snapshot) && isEvicted(snapshot);

/** In the feed the end of what is here asks for more by itself: these pages leave no more to ask for. */
export const feedExpectations = {
  ...pagedListExpectations,
  events: {
    ...pagedListExpectations.events,
    'first of 2': done('firstPage', { results: [row(1), row(2)], count: 2 }),
    'fresh of 2': done('freshPage', { results: [row(4), row(1)], count: 2 }),
    // Of so few rows none is let go, wherever one scrolls.
    scrolls: { type: 'view.moved' as const, top: 0, bottom: 1 },
    // Of so many those far away are let go, and come again where one comes back to them.
    'first of 90': done('firstPage', { results: long, count: 90 }),
    'rides down': when(isWhole, { type: 'view.moved' as const, top: 80, bottom: 89 }),
    'rides back': when(isRidden, { type: 'view.moved' as const, top: 0, bottom: 3 }),
  },
} satisfies typeof pagedListExpectations;

/** The feed's numbers go the other way: its newest is first. */
const postId = (id: number) => 100 - id;

const game = ({ id, name }: Row) =>
  buildPost(postId(id), { description: name, section: null, is_staff: true });
const page = ({ results, ...more }: Answer) => ({ ...more, results: results.map(game) });
const isList = requestTo('post/');
const isFirst = (url: URL) => url.searchParams.get('offset') === '0';
/** The bar of a long feed asks for what is live by itself. */
const isOfBar = (url: URL) => url.searchParams.has('state');
const article = (screen: Page, name: string) =>
  screen.getByRole('article').filter({ has: screen.getByText(name, { exact: true }) });
const appData = () => buildAppData({ sections: [buildLeague(7, 'השכונה')] });

/** The feed of games: new ones say so and wait, and what is deleted goes at once. */
export function feed(fixture: BrowserFixture): ScreenSpec<typeof list> {
  let now: Context | null = null;
  /** The end of what is here is in sight: more of it is asked for at once. */
  const goesOn = (it: AnyMachineSnapshot) => it.matches('idle') && hasMore(contextOf(it));
  const calm = (it: AnyMachineSnapshot) => !goesOn(it);
  const stopped = async (screen: Page) => {
    await seeAlert(screen, t('failure.offline'));
    await seeReady(screen, t('retry'));
  };
  return {
    opens: {
      league: async (screen) => {
        now = null;
        await fixture.openLive(screen, '/main');
      },
    },
    hands: {
      'list.refresh': (screen) => button(screen, t('refresh')).click(),
      'list.retry': (screen) => button(screen, t('retry')).click(),
      'arrivals.show': (screen) =>
        button(screen, t('newGames', { count: now?.arrivals.length ?? 0 })).click(),
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
    by: { next: () => Promise.resolve() },
    only: {
      next: goesOn,
      'game 4 arrives': calm,
      '1 removed': (it) => calm(it) && has(it, 1),
      'view moves to the top': isNever,
      'view moves to the end': isNever,
      scrolls: (it) => calm(it) && contextOf(it).rows.length === 2,
      'show arrivals': (it) => calm(it) && contextOf(it).arrivals.length > 0,
      refresh: calm,
      fresh: isNever,
      'first of 90': isNever,
    },
    ports: {
      firstPage: {
        asks: (request, url) => isList(request, url) && isFirst(url) && now?.count == null,
        wire: page,
      },
      freshPage: { asks: (request, url) => isList(request, url) && isFirst(url), wire: page },
      nextPage: {
        asks: (request, url) => isList(request, url) && url.searchParams.has('offset'),
        wire: page,
      },
    },
    around: (request, url) => {
      if (requestTo('getAppData/')(request, url)) return appData();
      return requestTo(`post/${postId(1)}/`, 'PUT')(request, url) ? game(row(1)) : undefined;
    },
    shows: {
      '*': async (screen, context) => {
        now = context;
        for (const { name } of context.rows) await article(screen, name).waitFor();
        await waitUntilEqual(() => screen.getByRole('article').count(), context.rows.length);
        const news = t('newGames', { count: Math.max(1, context.arrivals.length) });
        await waitUntilEqual(() => button(screen, news).count(), context.arrivals.length > 0 ? 1 : 0);
      },
      loading: (screen) => screen.locator('[data-state=loading]').waitFor(),
      idle: async (screen, context) => {
        await screen.locator('[data-state=loaded]').waitFor();
        if (!hasMore(context)) await seeReady(screen, t('refresh'));
        await waitUntilEqual(() => screen.getByRole('alert').count(), 0);
      },
      failed: async (screen) => {
        await screen.locator('[data-state=failed]').waitFor();
        await stopped(screen);
      },
      loadingMore: (screen) => screen.locator('main').getByRole('status').getByText(t('loading')).waitFor(),
      moreFailed: stopped,
      refreshing: (screen) => seeBusy(screen, t('refresh')),
      refreshFailed: stopped,
    },
    unwalked: {
      '(root) —xstate.error.actor.rowRefresh→ itself':
        'only a defect breaks the machine that fetches rows anew',
    },
  };
}

/** A feed of ninety games, ridden to its end and back. */
export function longFeed(fixture: BrowserFixture): ScreenSpec<typeof list> {
  const ridesTo = async (screen: Page, far: number, name: string) => {
    await screen.mouse.move(180, 400);
    await expect
      .poll(async () => {
        await screen.mouse.wheel(0, far);
        return article(screen, name).isVisible();
      })
      .toBe(true);
  };
  return {
    opens: { league: (screen) => fixture.open(screen, '/main') },
    hands: {},
    by: {
      'rides down': (screen) => ridesTo(screen, 3000, 'game 90'),
      'rides back': async (screen) => {
        const asked = screen.waitForRequest((request) => new URL(request.url()).searchParams.has('ids'));
        await Promise.all([asked, ridesTo(screen, -3000, 'game 1')]);
      },
    },
    only: Object.fromEntries(
      Object.keys(feedExpectations.events)
        .filter((name) => !['first of 90', 'rides down', 'rides back'].includes(name))
        .map((name) => [name, isNever]),
    ),
    ports: {
      firstPage: {
        asks: (request, url) => isList(request, url) && isFirst(url) && !isOfBar(url),
        wire: page,
      },
    },
    around: (request, url) => {
      if (requestTo('getAppData/')(request, url)) return appData();
      if (isList(request, url) && isOfBar(url)) return buildPage();
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
