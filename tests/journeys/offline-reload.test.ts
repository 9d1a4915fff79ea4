import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, heading, matchCard, textbox, type Match } from '#tests/support/browser/page-actions.ts';
import { fixtureOfFile } from '#tests/support/browser/browser-fixture.ts';
import { makeGame, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import { form, photo, uploadPicture } from '#tests/support/server/pictures.ts';
import { t } from '#tests/support/translations.ts';

/** A page that is loaded offline: the worker has the app, the device has what its member saw last. */

const fixture = fixtureOfFile();
const match: Match = ['הפועל', 'מכבי'];

/** Waits until the worker has all of this build, and serves the page. */
const untilControlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
/** The words that begin the notice of stale data, whatever its age. */
const [oldWords = ''] = t('stale.minutes', { count: 0 }).split(':');
const isOld = (page: Page) => page.getByText(oldWords).first();
const cached = (page: Page, cache: string) =>
  page.evaluate(async (name) => (await (await caches.open(name)).keys()).length, cache);

test('an offline reload shows feed, league, game and chat as seen last, and says so; after signing out nothing', async () => {
  const yossi = await fixture.signedInVisitor('יוסי', { hasWorker: true });
  const noa = await fixture.signedInVisitor('נועה');
  const { page, context, call } = yossi;
  const { id: league } = await makeLeague(call, [noa.call], 'השכונה');
  const { id: game } = await makeGame(call, league, 'home/away', [
    await makeOptions(call, league, [...match]),
  ]);
  await noa.call.post('postcomment/', { comment_post: game, description: 'יאללה הפועל' });
  const { id, token } = noa.call;
  const uploaded = await uploadPicture(
    fixture.server,
    token,
    { model: 'member', id },
    form({ bytes: await photo(40, 40) }),
  );
  expect(uploaded.status).toBe(201);

  await fixture.open(page, '/main');
  await matchCard(page, match).waitFor();
  await untilControlled(page);
  const row = page.getByRole('row').filter({ hasText: 'נועה' });
  const message = page.getByText('יאללה הפועל');
  await fixture.open(page, `/section/${league}`);
  await row.locator('img').waitFor();
  await fixture.open(page, `/post/${game}?sheet=chat&of=${game}`);
  await message.waitFor();
  await expect.poll(() => cached(page, 'pictures')).toBeGreaterThan(0);

  await context.setOffline(true);
  await page.reload();
  await message.waitFor();
  await isOld(page).waitFor();
  // The game is shown above its chat.
  await page.getByRole('dialog').getByText(match[0]).first().waitFor();
  await fixture.open(page, `/post/${game}`);
  await page.reload();
  await matchCard(page, match).waitFor();
  await isOld(page).waitFor();
  await fixture.open(page, `/section/${league}`);
  await page.reload();
  await heading(page, 'השכונה').waitFor();
  await row.locator('img').waitFor();
  await isOld(page).waitFor();
  await fixture.open(page, '/main');
  await page.reload();
  await matchCard(page, match).waitFor();
  await isOld(page).waitFor();

  await context.setOffline(false);
  await isOld(page).waitFor({ state: 'detached' });
  await button(page, t('menu')).click();
  await button(page.getByRole('dialog'), t('logout')).click();
  await textbox(page, t('cellphone')).waitFor();
  await expect.poll(() => cached(page, 'pictures')).toBe(0);
  await context.setOffline(true);
  await page.reload();
  await textbox(page, t('cellphone')).waitFor();
  // The prerendered page does not have this text: the page is hydrated.
  await page.getByText(t('offlineQuiet')).waitFor();
  await fixture.open(page, `/section/${league}`);
  await button(page, t('retry')).waitFor();
  await expect.poll(() => page.getByText('השכונה').count()).toBe(0);
  fixture.allowErrors(yossi, /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED/);
});
