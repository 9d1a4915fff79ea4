import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { pictureLimits } from '#contract/pictures.ts';
import { makeLeague } from '#tests/support/server/leagues-and-games.ts';
import { photo, photoWithExif } from '#tests/support/server/pictures.ts';
import { button, dialog, textbox } from '#tests/support/browser/page-actions.ts';
import { fullTest, runSize } from '#tests/support/run-size.ts';
import {
  openBrowserFixture,
  type SignedInVisitor,
  type BrowserFixture,
} from '#tests/support/browser/browser-fixture.ts';
import { t } from '#tests/support/translations.ts';

/** Pictures, from a file of twelve megapixels to a friend's screen. */

type Chosen = { name: string; mimeType: string; buffer: Buffer };

let fixture: BrowserFixture;
let dana: SignedInVisitor;
let noa: SignedInVisitor;
let league: number;

beforeAll(async () => {
  fixture = await openBrowserFixture();
  [dana, noa] = await Promise.all([fixture.signedInVisitor('דנה'), fixture.signedInVisitor('נועה')]);
  league = (await makeLeague(dana.call, [noa.call], 'התמונות')).id;
});
afterAll(() => fixture?.close());

/** Twelve megapixels of noise are the most that a device ever has to compress. */
const megapixels = runSize('megapixels of a photo', 4, 12);
const jpeg = (buffer: Buffer): Chosen => ({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const sheet = (page: Page) => dialog(page, t('name'));

async function choose(page: Page, name: string, file: Chosen | string): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, name).click()]);
  await chooser.setFiles(file);
}

/** Creates a file of noise, which compresses worst of all; returns its path. */
async function heavyPhoto(): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const height = Math.round(Math.sqrt(megapixels * 1e6 * 0.75));
  const create = {
    width: Math.round((height * 4) / 3),
    height,
    channels: 3,
    background: '#888',
    noise,
  } as const;
  const path = join(mkdtempSync(join(tmpdir(), 'hevre-photo-')), 'me.jpg');
  await sharp({ create }).jpeg({ quality: 80 }).toFile(path);
  return path;
}

fullTest(
  'a photo of many megapixels is sent as 400 KB at most, and a friend is shown the small size',
  async () => {
    const { page } = dana;
    await fixture.open(page, '/profile?sheet=name');
    const heavy = await heavyPhoto();
    onTestFinished(() => rmSync(dirname(heavy), { recursive: true }));
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/api/image/')),
      choose(page, t('pictureAdd'), heavy),
    ]);
    await sheet(page).getByText(t('pictureDone'), { exact: true }).first().waitFor();
    const body = Number((await sent.allHeaders())['content-length']);
    console.log(
      `a photo of ${megapixels} megapixels, ${(statSync(heavy).size / 1024 / 1024).toFixed(1)} MB: ${(body / 1024).toFixed(0)} KB were sent`,
    );
    expect(body).toBeGreaterThan(10_000);
    // A multipart form adds some bytes to its file.
    expect(body).toBeLessThan(pictureLimits.sentBytes + 1024);
    await sheet(page).locator('img[src^="/api/image/"]').waitFor();
    // The header shows it too.
    await page.locator('header img[src^="/api/image/"]').first().waitFor();

    await fixture.open(noa.page, `/section/${league}?tab=members`);
    const face = noa.page.locator('main img[src^="/api/image/"]');
    await face.first().waitFor();
    await expect.poll(() => face.first().evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320);
  },
);

test('a picture is chosen by keyboard alone, and the focus stays on its button', async () => {
  const { page } = noa;
  await fixture.open(page, '/profile?sheet=name');
  // The text field has the focus first; the picture's button is before it.
  await expect
    .poll(() => textbox(sheet(page), t('name')).evaluate((field) => field === document.activeElement))
    .toBe(true);
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => focused(page)).toBe(t('pictureAdd'));
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await chooser.setFiles(jpeg(await photoWithExif(6)));
  await sheet(page).getByText(t('pictureDone'), { exact: true }).first().waitFor();
  await expect.poll(() => focused(page)).toBe(t('pictureChange'));
});

test('an interrupted upload is retried without choosing the file again; a cancelled one is aborted', async () => {
  const { page } = noa;
  await fixture.open(page, '/profile?sheet=name');
  const before = await sheet(page).locator('img[src^="/api/image/"]').getAttribute('src');
  await page.route('**/api/image/?*', (route) => route.abort());
  await choose(page, t('pictureChange'), jpeg(await photo(500, 400)));
  await sheet(page).getByRole('alert').getByText(t('pictureOffline')).waitFor();
  await page.unroute('**/api/image/?*');
  const [again] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/api/image/?')),
    button(page, t('pictureRetry')).click(),
  ]);
  expect(again.status()).toBe(201);
  await sheet(page).getByText(t('pictureDone'), { exact: true }).first().waitFor();
  await expect.poll(() => sheet(page).getByRole('alert').count()).toBe(0);
  const after = await sheet(page).locator('img[src^="/api/image/"]').getAttribute('src');
  expect(after).not.toBe(before);

  await page.route('**/api/image/?*', () => {});
  await choose(page, t('pictureChange'), jpeg(await photo(500, 400)));
  await sheet(page).getByRole('progressbar').waitFor();
  const [cancelled] = await Promise.all([
    page.waitForEvent('requestfailed', (request) => request.url().includes('/api/image/?')),
    button(page, t('pictureCancel')).click(),
  ]);
  expect(cancelled.failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect.poll(() => sheet(page).locator('img[src^="/api/image/"]').getAttribute('src')).toBe(after);
  await page.unroute('**/api/image/?*');
  fixture.allowErrors(noa, /ERR_FAILED/);
});

test('a picture whose decoding never ends times out, and the next try succeeds', async () => {
  const { page } = await fixture.signedInVisitor('גל');
  await page.clock.install();
  await fixture.open(page, '/profile?sheet=name');
  await page.evaluate(() => {
    const opens = window.createImageBitmap.bind(window);
    window.createImageBitmap = () => {
      window.createImageBitmap = opens;
      return new Promise<never>(() => {});
    };
  });
  await choose(page, t('pictureAdd'), jpeg(await photo(500, 400)));
  await sheet(page).getByRole('progressbar').waitFor();
  await page.clock.runFor(30_000);
  await sheet(page).getByRole('alert').waitFor();
  await button(page, t('pictureRetry')).click();
  await sheet(page).getByText(t('pictureDone'), { exact: true }).first().waitFor();
});

fullTest(
  'a file that is no picture, or too large to be sent unprocessed, is refused with its reason',
  async () => {
    const { page } = noa;
    await fixture.open(page, '/profile?sheet=name');
    const alert = sheet(page).getByRole('alert');
    const name = t('pictureChange');
    await choose(page, name, { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
    await alert.getByText(t('pictureNotOne')).waitFor();
    await choose(page, name, { name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await alert.getByText(t('pictureNotOne')).waitFor();
    // This browser cannot decode HEIC: a small file is sent unprocessed, and the server refuses what it cannot decode.
    const heic = Buffer.concat([
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
      Buffer.alloc(pictureLimits.bytes),
    ]);
    await choose(page, name, { name: 'big.heic', mimeType: 'image/heic', buffer: heic });
    await alert.getByText(t('pictureTooBig')).waitFor();
    await choose(page, name, { name: 'small.heic', mimeType: 'image/heic', buffer: heic.subarray(0, 1000) });
    await alert.getByText(t('pictureNotOne')).waitFor();
    fixture.allowErrors(noa, /415/);
  },
);

test('a league gets its picture by drag and drop, and its members see it', async () => {
  const { page } = dana;
  await fixture.open(page, `/section/${league}?sheet=settings&of=1`);
  const form = dialog(page, t('editLeague'));
  const chip = form.getByRole('group', { name: t('pictureAdd'), exact: true });
  await chip.waitFor();
  const bytes = (await photo(300, 300)).toString('base64');
  const data = await page.evaluateHandle(async (base64) => {
    const dropped = new DataTransfer();
    const raw = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    dropped.items.add(new File([raw], 'cup.jpg', { type: 'image/jpeg' }));
    return dropped;
  }, bytes);
  await chip.dispatchEvent('dragover', { dataTransfer: data });
  await form.getByText(t('pictureDrop'), { exact: true }).waitFor();
  await chip.dispatchEvent('drop', { dataTransfer: data });
  await form.getByText(t('pictureDone'), { exact: true }).first().waitFor();
  await fixture.open(noa.page, `/section/${league}`);
  await noa.page.locator('main img[src^="/api/image/"]').first().waitFor();
});

test('no page had an error', () => fixture.closeVisitors());
