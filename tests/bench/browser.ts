import { execFile } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { chromiumPath, launchChromium } from '#tests/support/browser/chromium.ts';
import { longestTask, tasksDuring } from '#tests/support/browser/main-thread-tasks.ts';
import { npmInstall } from '#tests/support/database/install.ts';
import { path } from './calls.ts';
import { median, type Figure } from './figures.ts';
import { startBareServer, type Program } from './programs.ts';
import type { World } from './world.ts';

/** What people feel, in Chromium: the first load, the first card, a tap on a digit, a scroll. */

const lighthouseVersion = '13.5.0';
const lighthouseFolder = fileURLToPath(
  new URL(`../../.cache/lighthouse-${lighthouseVersion}`, import.meta.url),
);
const lighthouseProgram = join(lighthouseFolder, 'node_modules/lighthouse/cli/index.js');
const run = promisify(execFile);

/** A line of a telephone network, and a slow phone. */
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

/** A page with the words of the guest's first one, and nothing else. */
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
    viewport: { width: 360, height: 740 },
    locale: 'he-IL',
    timezoneId: 'Asia/Jerusalem',
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
/** Says when the first card is painted, kept (src/app/prerender/cover.ts) or drawn by the app: to ask the page would take of its time. */
const watchFirstCard = `
  const say = (what) => requestAnimationFrame(() => setTimeout(() => console.log(what, performance.now())));
  let isShown = false;
  new MutationObserver((_, observer) => {
    const isDrawn = document.querySelector(${JSON.stringify(card)}) !== null;
    if (!isShown && (isDrawn || document.querySelector('[data-kept-page]'))) {
      isShown = true;
      say('first card');
    }
    if (!isDrawn) return;
    observer.disconnect();
    say('drawn card');
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list, observer) => {
    if (!list.getEntries().some(({ name }) => name.includes('/api/post/'))) return;
    observer.disconnect();
    // What has come is drawn by the frame after.
    requestAnimationFrame(() => say('current feed'));
  }).observe({ type: 'resource', buffered: true });`;

/** Milliseconds of the page’s own time at which it says so. */
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
    // A second visit, by what the worker and the device have kept.
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

/** The longest times of the page’s events, from input to the next paint. */
const watchEvents = `
  window.eventTimes = [];
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries()) if (interactionId > 0) window.eventTimes.push(duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });`;

async function measureTouch(
  browser: Browser,
  server: Program,
  { tokens }: World,
  report: (figure: Figure) => void,
): Promise<void> {
  const context = await memberContext(browser, server, tokens[1]);
  await context.addInitScript(watchEvents);
  const page = await context.newPage();
  await page.goto(`${server.url}/#/main`);
  await page.locator(card).first().waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const cells = page.locator(card).first().locator('[data-match-row] button[aria-expanded]');
  const digits = page.getByRole('region', { name: /^הניחוש ל/ }).getByRole('button', { name: /^\d$/ });
  /** The slowest of a tap's events, once it is painted; those of less than a frame are not reported. */
  const timeOf = async (tapped: Locator) => {
    await tapped.click();
    return page.evaluate(async (least) => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      await new Promise((told) => setTimeout(told));
      return Math.max(least, ...(window as unknown as { eventTimes: number[] }).eventTimes.splice(0));
    }, aFrame);
  };
  const times: { cell: number[]; digit: number[] } = { cell: [], digit: [] };
  for (let cell = 0; cell < 4; cell += 1) {
    times.cell.push(await timeOf(cells.nth(cell)));
    times.digit.push(await timeOf(digits.nth(cell)));
  }
  report({
    name: 'a tap to its paint at 4×, the slowest',
    value: Math.max(...times.cell, ...times.digit),
    unit: 'ms',
    bound: { of: 'value', atMost: 100 },
  });
  report({
    name: 'a tap on a digit to its paint at 4×',
    value: median(times.digit),
    unit: 'ms',
    bound: { of: 'value', atMost: Math.floor(2 * aFrame) },
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const tasks = await tasksDuring(page, async () => {
    for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, 600);
  });
  report({
    name: 'the longest task of a scroll at 4×',
    value: slowdown * longestTask(tasks, 'cpu'),
    unit: 'ms',
    bound: { of: 'value', atMost: 50 },
  });
  await context.close();
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
    await measureTouch(browser, server, world, report);
  } finally {
    await browser.close();
  }
}
