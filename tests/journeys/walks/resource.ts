import type { Page, Route } from 'playwright-core';
import { resource } from '#machines/resource.ts';
import { resourceEdges } from '#tests/machines/edges/resource.ts';
import { button, dialog } from '#tests/support/play.ts';
import { appDataOf, pageOf, postOf } from '#tests/support/rows.ts';
import type { Town } from '#tests/support/town.ts';
import { asks, happens, isReady, opensLive, says, seen, walksOn } from '#tests/support/walks/sight.ts';
import { t } from '#tests/support/words.ts';

const nothingAsked = 'only a pin that was pressed before the game was gone is answered where none is shown';

/** One game, by itself, kept current; pinning it is answered with the game. */
export async function walkResource(town: Town): Promise<void> {
  const game = (description: unknown) => postOf(1, { description: description as string });
  const article = (page: Page) => page.locator('article');
  let pinned: Route | null = null;
  const pins = async (page: Page) => {
    if (pinned) return;
    await button(page, t('options')).click();
    await button(dialog(page, t('options')), t('pin')).click();
    await seen(() => Promise.resolve(pinned !== null), true);
  };
  const shown = async (page: Page, { value }: { value: unknown }) => {
    await article(page)
      .getByText(value as string, { exact: true })
      .waitFor();
    await seen(() => page.getByRole('alert').count(), 0);
  };
  const isUnknown = (page: Page, wanted: boolean) =>
    seen(() => page.getByRole('heading', { name: t('leaguePrivate') }).count(), wanted ? 1 : 0);
  await walksOn(
    town,
    resource,
    resourceEdges,
    {
      opens: {
        standings: async (page) => {
          pinned = null;
          await page.route(
            (url) => url.pathname === '/api/post/1/',
            (route) => (route.request().method() === 'PUT' ? void (pinned = route) : route.fallback()),
          );
          await opensLive(town, page, '/post/1');
        },
      },
      hands: {
        'resource.refresh': async (page) => {
          // Somebody pins it meanwhile: the answer is on its way from here on.
          if (await article(page).isVisible()) await pins(page);
          if (await page.getByRole('alert').isVisible()) return button(page, t('retry')).click();
          return happens(town, { type: 'post', post: 1 });
        },
        'value.arrived': async (page, { value }) => {
          await pins(page);
          await pinned?.fulfill({ json: game(value) });
          pinned = null;
        },
      },
      only: { told: (snapshot) => snapshot.hasTag('shown') || snapshot.matches({ missing: 'gone' }) },
      each: ['not there', 'not for us'],
      ports: { load: { asks: asks('post/1/'), wire: game } },
      around: (request, url) => {
        if (asks('getAppData/')(request, url)) return appDataOf();
        return asks('missing/')(request, url) || asks('post/')(request, url) ? pageOf() : undefined;
      },
      shows: {
        loading: async (page) => {
          await page.getByRole('banner').waitFor();
          await seen(() => article(page).count(), 0);
          await isUnknown(page, false);
          await seen(() => page.getByRole('alert').count(), 0);
        },
        ready: shown,
        refreshing: shown,
        stale: shown,
        failed: async (page) => {
          await says(page, t('failure.offline'));
          await isReady(page, t('retry'));
          await seen(() => article(page).count(), 0);
        },
        missing: async (page) => {
          await isUnknown(page, true);
          await seen(() => article(page).count(), 0);
        },
      },
      unwalked: {
        '(root) —params.change→ loading': 'no screen looks at it another way: that is another list',
        'loading —value.arrived→ ready': nothingAsked,
        'failed —value.arrived→ ready': nothingAsked,
      },
    },
    true,
  );
}
