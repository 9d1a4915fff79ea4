import { execFile } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, CDPSession, Locator, Page } from 'playwright-core';
import type { Post } from '#contract/models.ts';
import { chromiumPath, launchChromium } from '#tests/support/browser/chromium.ts';
import { longestTask, tasksDuring } from '#tests/support/browser/main-thread-tasks.ts';
import { npmInstall } from '#tests/support/database/install.ts';
import { path } from './calls.ts';
import { median, type Figure } from './figures.ts';
import { startBareServer, type Program } from './programs.ts';
import type { World } from './world.ts';

/** Latencies that users feel, in Chromium: the first load, the first card, a tap on a digit, a scroll. */

const lighthouseVersion = '13.5.0';
const lighthouseFolder = fileURLToPath(
  new URL(`../../.cache/lighthouse-${lighthouseVersion}`, import.meta.url),
);
const lighthouseProgram = join(lighthouseFolder, 'node_modules/lighthouse/cli/index.js');
const run = promisify(execFile);

/** A mobile network, and a slow phone. */
const slowLine = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const slowdown = 4;
const aFrame = 1000 / 60;

async function installLighthouse(): Promise<void> {
  if (existsSync(lighthouseProgram)) return;
  const making = `${lighthouseFolder}.${process.pid}`;
  if (!(await npmInstall(`lighthouse@${lighthouseVersion}`, making)))
    throw new Error('Lighthouse could not be fetched from npm: see above.');
  renameSync(making, lighthouseFolder);
}

type FirstLoad = {
  readonly fcp: number;
  readonly lcp: number;
  readonly cls: number;
  readonly performance: number;
};

async function firstLoad(url: string): Promise<FirstLoad> {
  const flags = '--headless=new --no-sandbox --disable-gpu --disable-quic --disable-background-networking';
  const args = [
    lighthouseProgram,
    url,
    '--quiet',
    '--output=json',
    '--only-categories=performance',
    `--chrome-flags=${flags}`,
  ];
  const { stdout } = await run(process.execPath, args, {
    env: { ...process.env, CHROME_PATH: await chromiumPath() },
    maxBuffer: 2 ** 26,
  });
  const { audits, categories } = JSON.parse(stdout) as {
    audits: Record<string, { numericValue?: number }>;
    categories: { performance: { score: number } };
  };
  const of = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  return {
    fcp: of('first-contentful-paint'),
    lcp: of('largest-contentful-paint'),
    cls: of('cumulative-layout-shift'),
    performance: categories.performance.score * 100,
  };
}

/** A static page with the texts of the guest's first page. */
async function staticPage(browser: Browser, url: string): Promise<string> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByRole('textbox').first().waitFor();
  const words = await page.locator('body').innerText();
  await page.close();
  const lines = words.split('\n').map((line) => `<p>${line.replaceAll('<', '&lt;')}</p>`);
  return `<!doctype html><html lang="he" dir="rtl"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>חבר׳ה</title>${lines.join('')}</html>`;
}

async function measureFirstLoad(
  browser: Browser,
  server: Program,
  times: number,
  report: (figure: Figure) => void,
): Promise<void> {
  await installLighthouse();
  const reference = await startBareServer(await staticPage(browser, server.url), 'text/html; charset=utf-8');
  try {
    const [here, there]: [FirstLoad[], FirstLoad[]] = [[], []];
    for (let time = 0; time < times; time += 1) {
      here.push(await firstLoad(server.url));
      there.push(await firstLoad(reference.url));
    }
    const of = (loads: readonly FirstLoad[], what: keyof FirstLoad) =>
      median(loads.map((load) => load[what]));
    const beside = (name: string, what: 'fcp' | 'lcp', atMost: number): Figure => ({
      name,
      value: of(here, what),
      unit: 'ms',
      reference: { name: 'a static page with the same words', value: of(there, what) },
      bound: { of: 'ratio', atMost },
    });
    report(beside('a guest’s first contentful paint (Lighthouse)', 'fcp', 1.15));
    report(beside('a guest’s largest contentful paint (Lighthouse)', 'lcp', 1.3));
    report({
      name: 'its performance score',
      value: of(here, 'performance'),
      unit: '',
      bound: { of: 'value', atLeast: 99 },
    });
    report({
      name: 'its layout shifts',
      value: of(here, 'cls'),
      unit: '',
      bound: { of: 'value', atMost: 0.01 },
    });
  } finally {
    await reference.stop();
  }
}

const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  locale: 'he-IL',
  timezoneId: 'Asia/Jerusalem',
};

/** Removes the member’s bets on the feed’s first game. */
async function takeBackBets(server: Program, token: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Token ${token}` };
  const feed = await fetch(server.url + path('post/?as_of=now&page=1&limit=10'), { headers });
  const [game] = ((await feed.json()) as { results: readonly Post[] }).results;
  const options = game?.items_data.flatMap((item) => Object.values(item.options)) ?? [];
  const ids = options.flatMap(({ bet }) => bet ?? []);
  const { ok, status } = await fetch(server.url + path(`bet/?ids=${ids.join(',')}`), {
    method: 'DELETE',
    headers,
  });
  if (!ok) throw new Error(`the bets could not be taken back: ${status}`);
}

/** A phone on which a member is signed in. */
async function memberContext(
  browser: Browser,
  server: Program,
  token: string | undefined,
): Promise<BrowserContext> {
  const response = await fetch(server.url + path('getAppData/'), {
    headers: { 'Content-Type': 'application/json', Authorization: `Token ${token}` },
  });
  const { appuser } = (await response.json()) as { appuser: unknown };
  const localStorage = [{ name: 'hevre:session', value: JSON.stringify({ token, user: appuser }) }];
  return browser.newContext({
    ...phone,
    storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
  });
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slowLine);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

const card = 'article';
/**
 * Logs when the first card is painted, from the kept page (src/app/prerender/cover.ts) or by the app, and when the app has
 * drawn the server's answer: queries of the page would take of its time.
 */
const watchFirstCard = `
  const say = (what) => requestAnimationFrame(() => setTimeout(() => console.log(what, performance.now())));
  let [isShown, isDrawn] = [false, false];
  new MutationObserver((_, observer) => {
    const hasCard = document.querySelector(${JSON.stringify(card)}) !== null;
    if (!isShown && (hasCard || document.querySelector('[data-kept-page]'))) {
      isShown = true;
      say('first card');
    }
    if (!hasCard) return;
    if (!isDrawn) say('drawn card');
    isDrawn = true;
    // Its button is busy until the server has answered.
    if (document.querySelector('main button[aria-busy]')) return;
    observer.disconnect();
    say('current feed');
  }).observe(document, { childList: true, subtree: true, attributeFilter: ['aria-busy'] });`;

/** The page’s own time, in milliseconds, at which it logs `what`. */
async function heardFrom(page: Page, what: string): Promise<number> {
  const said = await page.waitForEvent('console', (it) => it.text().startsWith(what));
  return Number(said.text().split(' ').at(-1));
}

type FirstCard = { readonly shown: number; readonly drawn: number; readonly requests: number };

async function firstCardAt(page: Page, load: () => Promise<unknown>): Promise<FirstCard> {
  let requests = 0;
  const count = () => (requests += 1);
  page.on('request', count);
  const heard = Promise.all([heardFrom(page, 'first card '), heardFrom(page, 'drawn card ')]);
  await load();
  const [shown, drawn] = await heard;
  page.off('request', count);
  return { shown, drawn, requests };
}

async function measureFirstCard(
  browser: Browser,
  server: Program,
  { tokens }: World,
  times: number,
  report: (figure: Figure) => void,
): Promise<void> {
  const [empty, reloads, offline]: [FirstCard[], FirstCard[], FirstCard[]] = [[], [], []];
  const current: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const context = await memberContext(browser, server, tokens[0]);
    await context.addInitScript(watchFirstCard);
    const page = await slowPage(context);
    empty.push(await firstCardAt(page, () => page.goto(`${server.url}/#/main`)));
    // By then all of the first screen is in the cache.
    await page.locator('[data-connection=live]').waitFor();
    const isCurrent = heardFrom(page, 'current feed ');
    reloads.push(await firstCardAt(page, () => page.reload()));
    current.push(await isCurrent);
    // A second visit, from what the worker and the device have stored.
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await page.goto('about:blank');
    await context.setOffline(true);
    offline.push(await firstCardAt(page, () => page.goto(`${server.url}/#/main`)));
    await context.close();
  }
  const line = '150 ms, 1.6 Mbit/s, 4×';
  const of = (figures: readonly FirstCard[], key: keyof FirstCard) => median(figures.map((it) => it[key]));
  report({
    name: `a member’s first card, empty cache (${line})`,
    value: of(empty, 'shown'),
    unit: 'ms',
    bound: { of: 'value', atMost: 3_000 },
  });
  report({
    name: 'requests until then',
    value: of(empty, 'requests'),
    unit: '',
    bound: { of: 'value', atMost: 30 },
  });
  const visits = [
    { how: 'a reload', cards: reloads, atMost: 1_000 },
    { how: 'a second visit without a line (4×)', cards: offline, atMost: 900 },
  ];
  for (const { how, cards, atMost } of visits) {
    report({
      name: `a member’s first card: ${how}`,
      value: of(cards, 'shown'),
      unit: 'ms',
      bound: { of: 'value', atMost },
    });
    report({ name: `the app’s own: ${how}`, value: of(cards, 'drawn'), unit: 'ms' });
  }
  report({
    name: 'its feed is the server’s: a reload',
    value: median(current),
    unit: 'ms',
    bound: { of: 'value', atMost: 1_800 },
  });
}

/** Records the durations of the page’s events, from input to the next paint. */
const watchEvents = `
  window.eventTimes = [];
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries()) if (interactionId > 0) window.eventTimes.push(duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });`;

/** A touch as long as a thumb’s; returns the duration of its slowest event until the paint, in milliseconds. */
async function touch(page: Page, session: CDPSession, tapped: Locator): Promise<number> {
  const box = await tapped.boundingBox();
  if (!box) throw new Error('nothing to touch');
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.waitForTimeout(80);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const slowest = await page.evaluate(async () => {
    // An event is reported once it is painted, which may be later than some frames of other work.
    await new Promise((reported) => setTimeout(reported, 400));
    return Math.max(0, ...(window as unknown as { eventTimes: number[] }).eventTimes.splice(0));
  });
  // Events shorter than a frame are not reported.
  return Math.max(slowest, aFrame);
}

/** The same on a page with a button alone, which shows the taps. */
async function bareTouch(browser: Browser, times: number): Promise<number> {
  const button = '<button style="inline-size: 5rem" onclick="this.textContent += 1">0</button>';
  const bare = await startBareServer(`<!doctype html>${button}`, 'text/html; charset=utf-8');
  const context = await browser.newContext(phone);
  try {
    await context.addInitScript(watchEvents);
    const page = await context.newPage();
    await page.goto(bare.url);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const taken: number[] = [];
    for (let time = 0; time < times; time += 1)
      taken.push(await touch(page, session, page.getByRole('button')));
    return median(taken);
  } finally {
    await context.close();
    await bare.stop();
  }
}

/** The loaded feed on a slow phone. */
async function slowFeed(context: BrowserContext, server: Program): Promise<[Page, CDPSession]> {
  await context.addInitScript(watchEvents);
  const page = await context.newPage();
  await page.goto(`${server.url}/#/main`);
  await page.locator(card).first().waitFor();
  await page.locator('[data-connection=live]').waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return [page, session];
}

async function measureTaps(
  browser: Browser,
  server: Program,
  { tokens }: World,
  times: number,
  report: (figure: Figure) => void,
): Promise<void> {
  const slowest: number[] = [];
  const onDigits: number[] = [];
  for (const token of tokens.slice(1, 1 + times)) {
    await takeBackBets(server, token);
    const context = await memberContext(browser, server, token);
    const [page, session] = await slowFeed(context, server);
    const cells = page.locator(card).first().locator('[data-match-row] button[aria-expanded]');
    const digits = page.getByRole('region', { name: /^הניחוש על / }).getByRole('button', { name: /^\d$/ });
    const taken = [await touch(page, session, cells.first())];
    // One digit a cell: the pad moves to the next cell by itself, and closes after the last one.
    for (let at = 0, count = await cells.count(); at < count; at += 1)
      taken.push(await touch(page, session, digits.nth(at)));
    slowest.push(Math.max(...taken));
    onDigits.push(...taken.slice(1));
    await context.close();
  }
  report({
    name: 'a tap to its paint at 4×, the slowest of a round',
    value: median(slowest),
    unit: 'ms',
    bound: { of: 'value', atMost: 100 },
  });
  report({
    name: 'a tap on a digit to its paint at 4×',
    value: median(onDigits),
    unit: 'ms',
    reference: { name: 'a page that is a button', value: await bareTouch(browser, onDigits.length) },
    bound: { of: 'value', atMost: Math.floor(2 * aFrame) },
  });
}

/** A path through the app, one touch a step: what it opens or closes, and the element to touch. */
const way: readonly (readonly [step: string, find: (page: Page) => Locator])[] = [
  [
    'opens a chat',
    (page) =>
      page
        .locator(card)
        .first()
        .getByRole('button', { name: /^לשיחה/ }),
  ],
  ['closes it', closeOf],
  [
    'opens a match',
    (page) => page.locator('[data-match-row]').first().getByRole('button', { name: /^פרטי/ }),
  ],
  [
    'goes back',
    (page) => page.getByRole('button', { name: 'חזרה' }).or(page.getByRole('link', { name: 'חזרה' })),
  ],
  ['opens the leagues', (page) => tabsOf(page).nth(2)],
  ['opens a league', (page) => page.locator('main a[href*="section/"]').first()],
  ['opens a member’s points', (page) => page.getByRole('table').getByRole('button').nth(3)],
  ['closes them', closeOf],
  ['opens the notifications', (page) => tabsOf(page).nth(1)],
  ['opens the profile', (page) => tabsOf(page).nth(3)],
  ['opens the feed', (page) => tabsOf(page).first()],
];

function closeOf(page: Page): Locator {
  return page.getByRole('dialog').getByRole('button', { name: 'סגירה' });
}

function tabsOf(page: Page): Locator {
  return page.getByRole('navigation', { name: 'ניווט ראשי' }).getByRole('link');
}

async function measureWay(
  browser: Browser,
  server: Program,
  { tokens }: World,
  times: number,
  report: (figure: Figure) => void,
): Promise<void> {
  const taken = way.map((): number[] => []);
  for (const token of tokens.slice(1, 1 + times)) {
    const context = await memberContext(browser, server, token);
    const [page, session] = await slowFeed(context, server);
    // Waits until the code that the steps need is loaded.
    await page.waitForTimeout(10_000);
    for (const [at, [, find]] of way.entries()) {
      // Scrolls the element away from the bars, and waits until the screen of the last step is complete.
      await find(page)
        .first()
        .evaluate((it) => it.scrollIntoView({ block: 'center' }));
      await page.waitForTimeout(1_500);
      taken[at]?.push(await touch(page, session, find(page).first()));
    }
    await context.close();
  }
  for (const [at, [step]] of way.entries())
    report({
      name: `a tap to its paint at 4×: ${step}`,
      value: median(taken[at] ?? []),
      unit: 'ms',
      bound: { of: 'value', atMost: 100 },
    });
}

async function measureScroll(
  browser: Browser,
  server: Program,
  { tokens }: World,
  times: number,
  report: (figure: Figure) => void,
): Promise<void> {
  const longest: number[] = [];
  for (const token of tokens.slice(1, 1 + times)) {
    const context = await memberContext(browser, server, token);
    const [page, session] = await slowFeed(context, server);
    // Waits until the first cards are complete.
    await page.waitForTimeout(3_000);
    // CPU time of the tasks, times four: with throttling a task would be suspended in its middle.
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const tasks = await tasksDuring(page, async () => {
      for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, 600);
    });
    longest.push(slowdown * longestTask(tasks, 'cpu'));
    await context.close();
  }
  report({
    name: 'the longest task of a scroll at 4×',
    value: median(longest),
    unit: 'ms',
    bound: { of: 'value', atMost: 50 },
  });
}

export async function measureBrowser(
  server: Program,
  world: World,
  times: number,
  report: (figure: Figure) => void,
): Promise<void> {
  const browser = await launchChromium();
  try {
    await measureFirstLoad(browser, server, times, report);
    await measureFirstCard(browser, server, world, times, report);
    await measureTaps(browser, server, world, times, report);
    await measureWay(browser, server, world, times, report);
    await measureScroll(browser, server, world, times, report);
  } finally {
    await browser.close();
  }
}
