import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Item } from '#contract/models.ts';
import { makeGame, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import {
  button,
  heading,
  matchCard,
  matchName,
  openItem,
  tapScores,
  type Match,
} from '#tests/support/browser/page-actions.ts';
import { fixtureOfFile, type SignedInVisitor } from '#tests/support/browser/browser-fixture.ts';
import { t } from '#tests/support/translations.ts';
import { fullTest } from '#tests/support/run-size.ts';

/** Screens and sheets that are opened while there is no connection. */

const fixture = fixtureOfFile();

const match: Match = ['הפועל', 'מכבי'];

/** The feed of a league with one open match. */
async function openFeed(options: { fetchesAhead?: boolean } = {}): Promise<SignedInVisitor> {
  const owner = await fixture.signedInVisitor('נועה', options);
  const { id } = await makeLeague(owner.call, [], 'השכונה');
  await makeGame(owner.call, id, 'home/away', [await makeOptions(owner.call, id, [...match])]);
  await fixture.openLive(owner.page, '/main');
  await matchCard(owner.page, match).waitFor();
  return owner;
}

const tab = (page: Page, name: 'tabSearch' | 'tabMain') =>
  page.getByRole('navigation', { name: t('mainNavigation') }).getByRole('link', { name: t(name) });
/** The words that begin the notice of stale data, whatever its age. */
const [oldWords = ''] = t('stale.minutes', { count: 0 }).split(':');
const failure = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('alert')
    .filter({ hasText: t('failure.offline') });
const allowLostRequests = (person: SignedInVisitor) =>
  fixture.allowErrors(
    person,
    /ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module|code not loaded/,
  );

/** Whether the code of a chunk has been loaded. */
const hasLoaded = (page: Page, chunk: string) =>
  page.evaluate(
    (name) => performance.getEntriesByType('resource').some((it) => it.name.includes(`/${name}-`)),
    chunk,
  );

describe('a screen opened without a connection', () => {
  test('fails inside the app’s shell, in Hebrew, and loads once the connection is back', async () => {
    const owner = await openFeed();
    const { page, context } = owner;
    await expect.poll(() => hasLoaded(page, 'LeaguesScreen')).toBe(false);
    await context.setOffline(true);
    await tab(page, 'tabSearch').click();
    await failure(page).waitFor();
    await expect.poll(() => page.getByText(/Something went wrong|Show Error/).count()).toBe(0);
    await context.setOffline(false);
    await heading(page, t('tabSearch')).waitFor();
    await page.getByText('השכונה').first().waitFor();
    await expect.poll(() => failure(page).count()).toBe(0);
    allowLostRequests(owner);
  });

  test('shows what was seen there last, with its age', async () => {
    const owner = await openFeed();
    const { page, context } = owner;
    await context.setOffline(true);
    await tab(page, 'tabSearch').click();
    await failure(page).waitFor();
    await tab(page, 'tabMain').click();
    await matchCard(page, match).waitFor();
    await page.getByText(oldWords).first().waitFor();
    await context.setOffline(false);
    await page.getByText(oldWords).first().waitFor({ state: 'detached' });
    await matchCard(page, match).waitFor();
    allowLostRequests(owner);
  });

  fullTest('opens if its code was preloaded, and loads its data once the connection is back', async () => {
    const owner = await openFeed({ fetchesAhead: true });
    const { page, context } = owner;
    for (const chunk of ['ItemScreen', 'LeaguesScreen', 'SideMenu', 'WizardModal', 'SheetDialog'])
      await expect.poll(() => hasLoaded(page, chunk)).toBe(true);
    await context.setOffline(true);
    await matchCard(page, match)
      .getByRole('button', { name: `${t('openItem')}: ${matchName(match)}` })
      .click({
        position: { x: 8, y: 20 },
      });
    // With the data that the feed has of the match.
    await heading(page, matchName(match)).waitFor();
    await tab(page, 'tabSearch').click();
    await failure(page).waitFor();
    await context.setOffline(false);
    await page.getByText('השכונה').first().waitFor();
    await expect.poll(() => failure(page).count()).toBe(0);
    await page.goBack();
    await heading(page, t('rulesHere')).waitFor();
    allowLostRequests(owner);
  });
});

test('a sheet that cannot be opened says so, and opens by a tap once the connection is back', async () => {
  const owner = await openFeed();
  const { page, context } = owner;
  await context.setOffline(true);
  await page.getByRole('button', { name: t('menu') }).click();
  await page.getByText(t('noConnection')).waitFor();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/main');
  await matchCard(page, match).waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: t('menu') }).click();
  await page.getByRole('dialog').getByText(t('gameRules')).waitFor();
  await page.goBack();
  await openItem(page, match);
  allowLostRequests(owner);
});

fullTest(
  'picks that a closed page could not send are sent by the next one, whatever it shows; a refused one is reported',
  async () => {
    const owner = await openFeed();
    const { page, context, call } = owner;
    await context.setOffline(true);
    await tapScores(page, match, [[2, 1]]);
    await button(matchCard(page, match), t('cellWaiting', { name: match[1], digit: 1 })).waitFor();
    await page.close();
    await context.setOffline(false);
    const next = await context.newPage();
    await fixture.open(next, '/terms');
    const values = async () =>
      (await call.get<{ results: { value: number }[] }>('bet/')).body.results
        .map(({ value }) => value)
        .toSorted((one, other) => one - other);
    await expect.poll(values).toEqual([1, 2]);

    // A refusal is reported in an alert, since no cell shows it.
    await fixture.open(next, '/main');
    await matchCard(next, match).waitFor();
    await context.setOffline(true);
    await button(matchCard(next, match), t('cellSaved', { name: match[0], digit: 2 })).click();
    await next.keyboard.press('7');
    await button(matchCard(next, match), t('cellWaiting', { name: match[0], digit: 7 })).waitFor();
    await next.close();
    const { results } = (await call.get<{ results: Item[] }>('item/')).body;
    await call.post('setItemResults/', { item: results[0]?.id, value: 'start' });
    await context.setOffline(false);
    const last = await context.newPage();
    await fixture.open(last, '/terms');
    await last
      .getByRole('alert')
      .filter({ hasText: t('failure.item_closed') })
      .waitFor();
    expect(await values()).toEqual([1, 2]);
    await last.close();
    allowLostRequests(owner);
  },
);
