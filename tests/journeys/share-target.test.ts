import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Message } from '#contract/models.ts';
import { fixtureOfFile, type SignedInVisitor } from '#tests/support/browser/browser-fixture.ts';
import { button, heading, textbox } from '#tests/support/browser/page-actions.ts';
import { makeGame, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import { photo } from '#tests/support/server/pictures.ts';
import { t } from '#tests/support/translations.ts';
import { fullTest } from '#tests/support/run-size.ts';

/** Content from another app: posted to the app's address as a device does, received by its worker, handed to a chat as a draft. */

const fixture = fixtureOfFile();
const offlineErrors = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED/;

type SharedFile = { name: string; mimeType: string; buffer: Buffer };
type Shared = { title?: string; text?: string; url?: string; picture?: SharedFile };
const jpeg = (buffer: Buffer): SharedFile => ({ name: 'goal.jpg', mimeType: 'image/jpeg', buffer });

/** Posts a form of another page to the app, with the manifest's fields, and waits for the screen that it leads to. */
async function share(page: Page, { picture, ...texts }: Shared): Promise<void> {
  await page.goto('about:blank');
  await page.setContent(`
    <form action="${fixture.server.url}/share" method="post" enctype="multipart/form-data">
      <textarea name="title"></textarea><textarea name="text"></textarea><textarea name="url"></textarea>
      <input name="picture" type="file"><button>share</button>
    </form>`);
  for (const [name, text] of Object.entries(texts)) await page.locator(`[name=${name}]`).fill(text);
  if (picture) await page.locator('[name=picture]').setInputFiles(picture);
  await page.locator('button').click();
  await page.waitForURL((url) => url.hash.includes('share'));
}

const untilControlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
const isKept = (page: Page) => page.evaluate(() => caches.has('share'));
const messageField = (page: Page) => textbox(page, t('writeMessage'));
const content = (page: Page) => page.getByRole('region', { name: t('share.content') });
const chats = (page: Page) => page.getByRole('region', { name: t('share.chats') }).getByRole('listitem');
const pictureTile = (page: Page) => page.getByRole('group', { name: t('pictureNumber', { at: 1 }) });
const untilEmpty = (page: Page) => heading(page, t('share.empty')).waitFor();
const messages = async ({ call }: SignedInVisitor, post: number) =>
  (await call.get<{ results: Message[] }>('postComment/', { comment_post: post })).body.results;

/** A member on a device with the worker, in a league of two games: the older one's chat has a message. */
async function memberWithChats(name: string) {
  const visitor = await fixture.signedInVisitor(name, { hasWorker: true });
  const { call, page } = visitor;
  const { id: league } = await makeLeague(call, [], 'השכונה');
  const options = await makeOptions(call, league, ['הפועל', 'מכבי']);
  const { id: derby } = await makeGame(call, league, 'home/away', [options], { description: 'הדרבי' });
  const { id: rematch } = await makeGame(call, league, 'home/away', [options], { description: 'הגומלין' });
  await call.post('postcomment/', { comment_post: derby, description: 'יאללה הפועל' });
  await fixture.open(page, '/main');
  await untilControlled(page);
  return { ...visitor, derby, rematch };
}

fullTest(
  'a shared text, address and picture come into the chosen chat, after its draft; nothing is sent by itself',
  async () => {
    const yossi = await memberWithChats('יוסי');
    const { page, call, derby } = yossi;
    await page.evaluate(([key]) => localStorage.setItem(key, '"תראו"'), [
      `hevre:words:${call.id}:${derby}`,
    ] as const);
    const url = 'https://news.example/derby';
    await share(page, { title: 'הדרבי', text: 'איזה גול', url, picture: jpeg(await photo(600, 400)) });
    await heading(page, t('share.title')).waitFor();
    await content(page).getByText('איזה גול').waitFor();
    await expect
      .poll(() =>
        content(page)
          .locator('img')
          .evaluate((img: HTMLImageElement) => img.naturalWidth),
      )
      .toBe(600);
    await expect.poll(() => content(page).locator('bdi a').getAttribute('href')).toBe(url);
    await expect
      .poll(() => chats(page).locator('bdi').allTextContents())
      .toEqual(['הדרבי', 'השכונה', 'הגומלין', 'השכונה']);

    await chats(page).first().getByRole('button').click();
    await page.getByText('יאללה הפועל').waitFor();
    const text = `תראו\nהדרבי\nאיזה גול\n${url}`;
    await expect.poll(() => messageField(page).inputValue()).toBe(text);
    await pictureTile(page).locator('img').waitFor();
    expect((await messages(yossi, derby)).map(({ description }) => description)).toEqual(['יאללה הפועל']);
    await expect.poll(() => isKept(page)).toBe(false);

    await button(page, t('send')).click();
    await page.locator('[data-message]').filter({ hasText: 'איזה גול' }).locator('img').waitFor();
    await expect
      .poll(async () =>
        (await messages(yossi, derby)).map(({ description, images }) => [description, images.length]),
      )
      .toEqual([
        [text, 1],
        ['יאללה הפועל', 0],
      ]);
    await fixture.open(page, '/share');
    await untilEmpty(page);
  },
);

fullTest('a shared picture stays on the device until it is uploaded or removed', async () => {
  const gil = await memberWithChats('גיל');
  const { page, derby } = gil;
  const pickDerby = () => chats(page).filter({ hasText: 'הדרבי' }).getByRole('button').click();
  const retry = button(page, `${t('pictureRetry')}: ${t('pictureNumber', { at: 1 })}`);
  await page.route('**/api/image/**', (route) => route.abort());
  await share(page, { text: 'איזה גול', picture: jpeg(await photo(60, 40)) });
  await pickDerby();
  await retry.waitFor();
  expect(await isKept(page)).toBe(true);
  // Opening the chat again and reloading the page keep the picture; the text becomes a draft once.
  await fixture.open(page, '/main');
  await page.getByRole('article').first().waitFor();
  await fixture.open(page, `/post/${derby}?sheet=chat&of=${derby}`);
  await retry.waitFor();
  await expect.poll(() => messageField(page).inputValue()).toBe('איזה גול');
  await page.reload();
  await fixture.open(page, '/share');
  await pickDerby();
  await retry.waitFor();
  await button(page, t('pictureRemove', { at: 1 })).click();
  await expect.poll(() => isKept(page)).toBe(false);

  await share(page, { picture: jpeg(await photo(60, 40)) });
  await pickDerby();
  await retry.waitFor();
  await page.unroute('**/api/image/**');
  await retry.click();
  await expect.poll(() => isKept(page)).toBe(false);
  await expect.poll(() => retry.count()).toBe(0);
  fixture.allowErrors(gil, offlineErrors);
});

fullTest(
  'shared content waits during sign-in, and is removed by signing out, by discarding it, and after a day',
  async () => {
    const noa = await memberWithChats('נועה');
    const { page, context, rematch } = noa;
    await share(page, { text: 'איזה גול' });
    await content(page).getByText('איזה גול').waitFor();
    await button(page, t('menu')).click();
    await button(page.getByRole('dialog'), t('logout')).click();
    await textbox(page, t('cellphone')).waitFor();
    await expect.poll(() => isKept(page)).toBe(false);

    await share(page, { text: 'עוד אחד' });
    await fixture.signIn(noa);
    await content(page).getByText('עוד אחד').waitFor();
    await button(chats(page).last(), 'הגומלין השכונה').click();
    await expect.poll(() => messageField(page).inputValue()).toBe('עוד אחד');
    const { get } = await fixture.apiOf(noa);
    const { body } = await get<{ results: Message[] }>('postComment/', { comment_post: rematch });
    expect(body.results).toEqual([]);

    await share(page, { text: 'לא משנה' });
    await button(page, t('share.discard')).click();
    await page.getByRole('article').first().waitFor();
    await expect.poll(() => isKept(page)).toBe(false);

    await share(page, { text: 'מאתמול' });
    await content(page).getByText('מאתמול').waitFor();
    await page.evaluate(async () => {
      const cache = await caches.open('share');
      const form = await (await cache.match('/share'))?.formData();
      if (!form) throw new Error('nothing is kept');
      form.set('at', String(Number(form.get('at')) - 24 * 60 * 60 * 1000 - 1));
      await cache.put('/share', new Response(form));
    });
    await page.reload();
    await untilEmpty(page);
    // The worker removes expired content when it starts again.
    await expect.poll(() => isKept(page)).toBe(true);
    const devTools = await context.newCDPSession(page);
    await devTools.send('ServiceWorker.enable');
    await devTools.send('ServiceWorker.stopAllWorkers');
    await page.reload();
    await expect.poll(() => isKept(page)).toBe(false);
  },
);

fullTest(
  'offline the worker receives shared content, which is sent once the connection is back',
  async () => {
    const dana = await memberWithChats('דנה');
    const { page, context, derby } = dana;
    await page.getByRole('article').first().waitFor();
    await fixture.open(page, `/post/${derby}?sheet=chat&of=${derby}`);
    await page.getByText('יאללה הפועל').waitFor();
    await context.setOffline(true);
    await share(page, { text: 'מהמגרש', picture: jpeg(await photo(60, 40)) });
    await content(page).getByText('מהמגרש').waitFor();
    // The games of the feed that the device has stored.
    await chats(page).filter({ hasText: 'הדרבי' }).getByRole('button').click();
    await expect.poll(() => messageField(page).inputValue()).toBe('מהמגרש');
    await page.getByText(t('pictureOffline')).waitFor();

    await context.setOffline(false);
    await button(page, `${t('pictureRetry')}: ${t('pictureNumber', { at: 1 })}`).click();
    await expect.poll(() => pictureTile(page).getByRole('progressbar').count()).toBe(0);
    await button(page, t('send')).click();
    await expect
      .poll(async () =>
        (await messages(dana, derby)).map(({ description, images }) => [description, images.length]),
      )
      .toEqual([
        ['מהמגרש', 1],
        ['יאללה הפועל', 0],
      ]);
    fixture.allowErrors(dana, offlineErrors);
  },
);

fullTest('a shared file that is no picture, or too large, is reported, and its text is kept', async () => {
  const { page, derby } = await memberWithChats('רון');
  const pdf = { name: 'table.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
  await share(page, { text: 'הטבלה', picture: pdf });
  await page.getByRole('alert').getByText(t('pictureNotOne')).waitFor();
  await chats(page).filter({ hasText: 'הדרבי' }).getByRole('button').click();
  await expect.poll(() => messageField(page).inputValue()).toBe('הטבלה');
  await expect.poll(() => pictureTile(page).count()).toBe(0);
  expect(page.url()).toContain(`/post/${derby}`);

  await share(page, { picture: pdf });
  await untilEmpty(page);
  await page.getByText(t('pictureNotOne')).waitFor();

  await share(page, { picture: jpeg(Buffer.alloc(9 * 1024 * 1024)) });
  await untilEmpty(page);
  await page.getByText(t('pictureTooBig')).waitFor();

  await share(page, { text: 'גול '.repeat(1500) });
  await page.getByText(t('share.long', { most: 500 })).waitFor();
  const stored = await page.evaluate(async () => {
    const form = await (await caches.match('/share'))?.formData();
    const text = form?.get('text');
    return typeof text === 'string' ? text.length : null;
  });
  expect(stored).toBe(5000);
});

test('without a worker the server leads to the app, which says that nothing was received', async () => {
  const { page } = await fixture.signedInVisitor('גל');
  await share(page, { text: 'איזה גול' });
  await untilEmpty(page);
  await page.getByText(t('share.emptyText')).waitFor();
});
