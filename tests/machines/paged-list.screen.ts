import type { Page } from 'playwright-core';
import { hasMore } from '#domain/list-window.ts';
import { list } from './paged-list.expectations.ts';
import { button, pauseClock } from '#tests/support/browser/page-actions.ts';
import { buildAppData, buildLeague, buildPage } from '#tests/support/builders.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import { failRequest, type ScreenSpec } from '#tests/support/statecharts/screen-walks.ts';
import {
  requestTo,
  emitEvents,
  seeBusy,
  seeReady,
  signedInMemberId,
  seeAlert,
  waitUntilEqual,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';
import {
  contextOf,
  feedExpectations,
  feed,
  hasRow,
  longFeed,
  isNever,
  type Answer,
  type Context,
  type Row,
} from './paged-list-feeds.screen.ts';

/** The list of leagues: searched, loaded page by page with a button, and refreshed by live events. */
function leagues(fixture: BrowserFixture): ScreenSpec<typeof list> {
  let shownContext: Context | null = null;
  /** The answer of the server to the request of one league. */
  let serverRow: Row | null = null;
  const field = (page: Page) => page.getByRole('searchbox', { name: t('search'), exact: true });
  const isList = requestTo('section/');
  const isMine = (url: URL) => !url.searchParams.has('invited');
  const isFirst = (url: URL) => url.searchParams.get('offset') === '0';
  const leagueOfRow = ({ id, name }: Row) => buildLeague(id, name);
  const page = ({ results, count }: Answer) => ({ results: results.map(leagueOfRow), count });
  const changeLeague = async (screen: Page, id: number, answer: Row | null) => {
    serverRow = answer;
    const rowResponse = screen.waitForResponse((it) => new URL(it.url()).pathname === `/api/section/${id}/`);
    await emitEvents(fixture, { type: 'league', league: id, member: await signedInMemberId(screen) });
    await rowResponse;
  };
  const seeSearchBusy = (screen: Page, busy: boolean) =>
    waitUntilEqual(() => screen.locator('search').getAttribute('aria-busy'), busy ? 'true' : null);
  const seeFailed = async (screen: Page) => {
    await seeSearchBusy(screen, false);
    await seeAlert(screen, t('failure.offline'));
    await seeReady(screen, t('retry'));
    await waitUntilEqual(() => button(screen, t('more')).count(), 0);
  };
  return {
    openScreen: {
      league: async (screen) => {
        shownContext = null;
        await screen.route(/\/api\/section\/\d+\//, (route) =>
          serverRow
            ? route.fulfill({ json: leagueOfRow(serverRow) })
            : failRequest(route, { kind: 'not_found' }),
        );
        await fixture.openLive(screen, '/sections');
        await field(screen).waitFor();
        // From now on only the walk moves the clock.
        await pauseClock(screen);
      },
    },
    eventActions: {
      'page.next': (screen) => button(screen, t('more')).click(),
      'list.refresh': async (screen) =>
        emitEvents(fixture, { type: 'member', member: await signedInMemberId(screen) }),
      'list.retry': (screen) => button(screen, t('retry')).click(),
      'search.change': async (screen, { search }) => {
        await field(screen).fill('');
        await field(screen).fill(search as string);
      },
    },
    moveActions: {
      '1 and 9 change': (screen) =>
        changeLeague(screen, 1, shownContext?.rows.find(({ id }) => id === 1) ?? null),
      'row 1 is fetched': (screen) => changeLeague(screen, 1, { id: 1, name: 'renamed' }),
      'row 2 is gone': (screen) => changeLeague(screen, 2, null),
    },
    offeredWhen: {
      next: (it) => hasMore(contextOf(it)),
      '1 and 9 change': (it) => hasRow(it, 1),
      'row 1 is fetched': (it) => hasRow(it, 1),
      'row 2 is gone': (it) => hasRow(it, 2),
      'first of 2': isNever,
      'first of 90': isNever,
      'fresh of 2': isNever,
      // A cached page comes from the device.
      'first from the cache': isNever,
    },
    requiredMoves: ['row 2 is gone', 'row 1 is fetched'],
    ports: {
      firstPage: {
        isRequest: (request, url) =>
          isList(request, url) && isMine(url) && isFirst(url) && shownContext?.count == null,
        toWire: page,
      },
      freshPage: {
        isRequest: (request, url) => isList(request, url) && isMine(url) && isFirst(url),
        toWire: page,
      },
      nextPage: { isRequest: (request, url) => isList(request, url) && isMine(url), toWire: page },
    },
    answerOther: (request, url) => {
      if (requestTo('getAppData/')(request, url)) return buildAppData();
      return isList(request, url) ? buildPage() : undefined;
    },
    shows: {
      '*': async (screen, context) => {
        shownContext = context;
        const names = () => screen.locator('main li bdi').allInnerTexts();
        await waitUntilEqual(
          names,
          context.rows.map(({ name }) => name),
        );
        await waitUntilEqual(() => field(screen).inputValue(), context.search);
      },
      loading: async (screen) => {
        await waitUntilEqual(() => button(screen, t('more')).count(), 0);
        await waitUntilEqual(() => screen.getByRole('alert').count(), 0);
      },
      failed: seeFailed,
      moreFailed: seeFailed,
      refreshFailed: seeFailed,
      idle: async (screen, context) => {
        await seeSearchBusy(screen, false);
        await waitUntilEqual(() => button(screen, t('more')).count(), hasMore(context) ? 1 : 0);
        if (hasMore(context)) await seeReady(screen, t('more'));
        await waitUntilEqual(() => screen.getByRole('alert').count(), 0);
      },
      loadingMore: (screen) => seeBusy(screen, t('more')),
      debouncing: (screen) => seeSearchBusy(screen, true),
      refreshing: (screen) => seeSearchBusy(screen, true),
    },
    unwalked: {
      'loading —xstate.done.actor.firstPage [isCached]→ refreshing':
        'a cached feed is shown when the server cannot be reached: offline.test.ts',
    },
  };
}

/** The lists on several screens: moves that one screen cannot cause are walked on another. */
export const walkPagedList = (fixture: BrowserFixture): Promise<void> =>
  walkScreens(fixture, list, feedExpectations, [leagues(fixture), feed(fixture), longFeed(fixture)], true);
