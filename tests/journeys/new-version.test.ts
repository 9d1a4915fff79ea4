import { rmSync } from 'node:fs';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { clientFolder } from '#server/boot/client-build.ts';
import type { Env } from '#server/http/env.ts';
import { staticFiles } from '#server/http/static.ts';
import { button, heading, matchCard, textbox, type Match } from '#tests/support/browser/page-actions.ts';
import { fixtureOfFile } from '#tests/support/browser/browser-fixture.ts';
import { recordAnnouncements, untilTold } from '#tests/support/browser/live-regions.ts';
import { nextBuildOf } from '#tests/support/browser/next-build.ts';
import { makeGame, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import { fullTest, runSize } from '#tests/support/run-size.ts';
import { t } from '#tests/support/translations.ts';

/** A page of one build, and a server that has the next one. */

/** The server's pages, of either build. */
const serving = (folder: string) => new Hono<Env>().all('*', staticFiles(folder)).fetch;
let next = '';
let builds: Record<'first' | 'next', ReturnType<typeof serving>> | null = null;
let served: 'first' | 'next' = 'first';
const fixture = fixtureOfFile({
  openPages: () => {
    next = nextBuildOf(clientFolder(false));
    builds = { first: serving(clientFolder(false)), next: serving(next) };
    return Promise.resolve(
      getRequestListener((request) => builds?.[served](request) ?? new Response(null, { status: 503 }), {
        overrideGlobalObjects: false,
      }),
    );
  },
});
afterAll(() => rmSync(next, { recursive: true, force: true }));
beforeEach(() => {
  served = 'first';
});

const match: Match = ['הפועל', 'מכבי'];
const entryOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name=entry]')?.content);
const offer = (page: Page) => page.getByRole('status').filter({ hasText: t('versionUpdate') });

async function inLeague(name: string, options: Parameters<typeof fixture.signedInVisitor>[1] = {}) {
  const person = await fixture.signedInVisitor(name, options);
  const { id: league } = await makeLeague(person.call, [], 'השכונה');
  const optionIds = await makeOptions(person.call, league, [...match]);
  const { id: game } = await makeGame(person.call, league, 'home/away', [optionIds]);
  return { person, game };
}

fullTest(
  'a new version is offered once it is on the device; a tap brings it to every tab, and nothing typed is lost',
  async () => {
    const { person, game } = await inLeague('יוסי', {
      hasWorker: true,
      script: recordAnnouncements,
      // The chat is beside the feed, and does not cover it.
      viewport: { width: 1100, height: 800 },
    });
    const { page, context } = person;
    await fixture.open(page, `/main?sheet=chat&of=${game}`);
    const messageField = (tab: Page) => textbox(tab, t('writeMessage'));
    await messageField(page).fill('עוד לא נשלח');
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    const other = await context.newPage();
    await fixture.open(other, '/main');
    await matchCard(other, match).waitFor();
    // A call that wakes the older worker would delay the change.
    const calls = await other.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => entry.toJSON())
        // A call that the page has aborted has no status and no source.
        .filter(({ name, responseStatus }) => name.includes('/api/') && responseStatus > 0)
        .map(({ name, workerFinalSourceType }) => [new URL(name).pathname, workerFinalSourceType] as const),
    );
    expect(calls).toEqual(calls.map(([path]) => [path, 'network']));
    expect(calls.length).toBeGreaterThan(0);
    const first = await entryOf(page);

    served = 'next';
    await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
    await offer(page).waitFor();
    // Until then both tabs stay as they are.
    await other.reload();
    await expect.poll(() => entryOf(other)).toBe(first);
    await page.bringToFront();
    await button(offer(page), t('update')).click();
    for (const [name, tab] of Object.entries({ page, other }))
      await expect.poll(() => entryOf(tab), { message: `the entry of ${name}` }).not.toBe(first);
    await expect.poll(() => messageField(page).inputValue()).toBe('עוד לא נשלח');
    await untilTold(page, t('newVersionLoaded'));
    await matchCard(other, match).waitFor();
  },
);

fullTest(
  'a build that changes at any moment of a visit: no request is refused, no page stays blank, and the draft is kept',
  async () => {
    const { person, game } = await inLeague('מיכל', {
      hasWorker: true,
      viewport: { width: 1100, height: 800 },
    });
    const { page } = person;
    const refused: string[] = [];
    page.on('response', (response) => response.status() >= 400 && refused.push(response.url()));
    await fixture.open(page, `/main?sheet=chat&of=${game}`);
    const messageField = textbox(page, t('writeMessage'));
    const tab = (name: Parameters<typeof t>[0]) =>
      page.getByRole('navigation', { name: t('mainNavigation') }).getByRole('link', { name: t(name) });
    await messageField.waitFor();
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    const changes = runSize('changes of the build', 1, 20);
    for (let change = 1; change <= changes; change += 1) {
      const visit = [
        () => page.reload({ waitUntil: 'commit' }),
        () => page.waitForLoadState('domcontentloaded'),
        () => matchCard(page, match).waitFor(),
        () => messageField.fill('עוד לא'),
        () => messageField.pressSequentially(` נשלח, ${change}`),
        () => tab('tabSearch').click(),
        () => page.getByText('השכונה').first().waitFor(),
        () => page.goBack(),
        () => messageField.waitFor(),
      ];
      // Printed, so that a failure can be repeated.
      const moment = Math.floor(Math.random() * visit.length);
      console.log(`change ${change} comes before step ${moment + 1} of ${visit.length}`);
      const before = await entryOf(page);
      for (const [at, step] of visit.entries()) {
        if (at === moment) served = served === 'first' ? 'next' : 'first';
        await step();
      }
      await page.evaluate(
        async () => void (await (await navigator.serviceWorker.getRegistration())?.update()),
      );
      await button(offer(page), t('update')).click();
      await expect.poll(() => entryOf(page)).not.toBe(before);
      await matchCard(page, match).waitFor();
      await expect.poll(() => messageField.inputValue()).toBe(`עוד לא נשלח, ${change}`);
    }
    expect(refused).toEqual([]);
  },
);

fullTest('a page that is still loading while another tab changes to a new version changes too', async () => {
  const { person } = await inLeague('רון', { hasWorker: true });
  const { page, context } = person;
  await fixture.open(page, '/main');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  served = 'next';
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
  await offer(page).waitFor();
  // The worker serves the page's files, so only the page's own code can be delayed.
  const other = await context.newPage();
  await other.addInitScript(() => {
    const later = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) =>
      later((now) =>
        navigator.serviceWorker.addEventListener('controllerchange', () => draw(now), { once: true }),
      );
  });
  const first = await entryOf(page);
  await fixture.open(other, '/main');
  await button(offer(page), t('update')).click();
  await expect.poll(() => entryOf(other)).not.toBe(first);
});

test('a page whose files are gone is replaced by the next version by one reload, and says so', async () => {
  const { person } = await inLeague('נועה');
  const { page } = person;
  await fixture.openLive(page, '/main');
  await matchCard(page, match).waitFor();
  const first = await entryOf(page);
  const documents: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));
  served = 'next';
  await page
    .getByRole('navigation', { name: t('mainNavigation') })
    .getByRole('link', { name: t('tabSearch') })
    .click();
  await expect.poll(() => entryOf(page)).not.toBe(first);
  await page.getByText(t('newVersionLoaded')).waitFor();
  await page.getByText('השכונה').first().waitFor();
  expect(documents).toEqual([`${fixture.server.url}/`]);
  fixture.allowErrors(person, /status of 404|Failed to fetch dynamically imported module|code not loaded/);
});

fullTest(
  'a page that the server refuses, and whose next version is incomplete, is reloaded once and says so',
  async () => {
    const { person } = await inLeague('דנה');
    const { page } = person;
    const problem = {
      type: 'about:blank',
      title: 'Update needed',
      status: 426,
      code: 'update_required',
      detail: '',
    };
    await page.route(/\/api\/getAppData\//, (route) => route.fulfill({ status: 426, json: problem }));
    await page.route(/\/assets\/AppUpdate-[^/]+\.js$/, (route) => route.fulfill({ status: 404 }));
    const loaded: string[] = [];
    page.on('load', () => loaded.push(page.url()));
    await fixture.open(page, '/main');
    await expect.poll(() => loaded.length).toBe(2);
    await heading(page, t('versionUpdate')).waitFor();
    // A tap tries again; by then the next version is complete.
    await page.unrouteAll({ behavior: 'wait' });
    await button(page, t('update')).click();
    await matchCard(page, match).waitFor();
    expect(loaded.length).toBe(3);
    fixture.allowErrors(person, /status of (404|426)|Failed to fetch dynamically imported module/);
  },
);
