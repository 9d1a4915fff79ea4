import type { Page, Route } from 'playwright-core';
import { resourceExpectations, standings } from './resource.expectations.ts';
import { button, dialog } from '#tests/support/browser/page-actions.ts';
import { buildAppData, buildPage, buildPost } from '#tests/support/builders.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import {
  requestTo,
  emitEvents,
  seeReady,
  seeAlert,
  waitUntilEqual,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

/** A game's own page, updated live; pinning is answered with the game. */
export async function walkResource(fixture: BrowserFixture): Promise<void> {
  const game = (description: unknown) => buildPost(1, { description: description as string });
  const article = (page: Page) => page.locator('article');
  let heldPin: Route | null = null;
  const pinGame = async (page: Page) => {
    if (heldPin) return;
    await button(page, t('options')).click();
    await button(dialog(page, t('options')), t('pin')).click();
    await waitUntilEqual(() => Promise.resolve(heldPin !== null), true);
  };
  const seeValue = async (page: Page, { value }: { value: unknown }) => {
    await article(page)
      .getByText(value as string, { exact: true })
      .waitFor();
    await waitUntilEqual(() => page.getByRole('alert').count(), 0);
  };
  const privateTitle = t('leaguePrivate');
  const goneTitle = t('gameGone');
  /** Of the two headings of a game that is not found only this one is shown, or none. */
  const seeHeading = (page: Page, heading: string | null) =>
    waitUntilEqual(
      () => Promise.all([privateTitle, goneTitle].map((name) => page.getByRole('heading', { name }).count())),
      [privateTitle, goneTitle].map((name) => (name === heading ? 1 : 0)),
    );
  await walkScreens(
    fixture,
    standings,
    resourceExpectations,
    {
      openScreen: {
        standings: async (page) => {
          heldPin = null;
          await page.route(
            (url) => url.pathname === '/api/post/1/',
            (route) => (route.request().method() === 'PUT' ? void (heldPin = route) : route.fallback()),
          );
          await fixture.openLive(page, '/post/1');
        },
      },
      eventActions: {
        'resource.refresh': async (page) => {
          // Pins the game; its answer is held from now on.
          if (await article(page).isVisible()) await pinGame(page);
          if (await page.getByRole('alert').isVisible()) return button(page, t('retry')).click();
          return emitEvents(fixture, { type: 'post', post: 1 });
        },
        'value.arrived': async (page, { value }) => {
          await pinGame(page);
          await heldPin?.fulfill({ json: game(value) });
          heldPin = null;
        },
      },
      offeredWhen: {
        // A cached answer comes from the device.
        'cached answer': () => false,
        'value pushed': (snapshot) => snapshot.hasTag('shown') || snapshot.matches({ notFound: 'removed' }),
      },
      requiredMoves: ['not found', 'forbidden'],
      ports: { load: { isRequest: requestTo('post/1/'), toWire: game } },
      answerOther: (request, url) => {
        if (requestTo('getAppData/')(request, url)) return buildAppData();
        return requestTo('missing/')(request, url) || requestTo('post/')(request, url)
          ? buildPage()
          : undefined;
      },
      shows: {
        loading: async (page) => {
          await page.getByRole('banner').waitFor();
          await waitUntilEqual(() => article(page).count(), 0);
          await seeHeading(page, null);
          await waitUntilEqual(() => page.getByRole('alert').count(), 0);
        },
        ready: seeValue,
        refreshing: seeValue,
        stale: seeValue,
        failed: async (page) => {
          await seeAlert(page, t('failure.offline'));
          await seeReady(page, t('retry'));
          await waitUntilEqual(() => article(page).count(), 0);
        },
        notFound: (page) => waitUntilEqual(() => article(page).count(), 0),
        'notFound.neverShown': (page) => seeHeading(page, privateTitle),
        'notFound.removed': (page) => seeHeading(page, goneTitle),
      },
      unwalked: {
        'loading —xstate.done.actor.load [isCached]→ refreshing':
          'a cached game is shown when the server cannot be reached: offline-reload.test.ts',
        'notFound.removed.checking —xstate.done.actor.load [isCached]→ refreshing':
          'a game that the server has answered as missing is not cached: answer-cache.test.ts',
      },
    },
    true,
  );
}
