import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fixtureOfFile, type Visitor } from '#tests/support/browser/browser-fixture.ts';
import { button, textbox } from '#tests/support/browser/page-actions.ts';
import { createTranslator, t } from '#tests/support/translations.ts';
import { fullTest } from '#tests/support/run-size.ts';

/** What the page shows before any script has run: prerendered by the build, and hydrated by the app. */

const fixture = fixtureOfFile();

/** Holds back all that the page fetches, until it is released. */
async function holdFiles(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/(assets|api)\//, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** What the page shows while its files are held back. */
async function prerenderedAt({ page }: Pick<Visitor, 'page'>, place: string) {
  // A new document: a new hash alone would load nothing.
  await page.goto('about:blank');
  const release = await holdFiles(page);
  await page.goto(`${fixture.server.url}/#${place}`, { waitUntil: 'commit' });
  await page.locator('#root[data-prerendered]').waitFor({ state: 'attached' });
  const shown = await page.evaluate(() => {
    const { lang, dir, dataset } = document.documentElement;
    const root = document.getElementById('root');
    return {
      lang,
      dir,
      theme: dataset['theme'] ?? null,
      wall: getComputedStyle(document.body).backgroundColor,
      prerendered: root?.dataset['prerendered'],
      fields: [...(root?.querySelectorAll('label') ?? [])].map(({ innerText }) => innerText),
      tabs: [...(root?.querySelectorAll('nav a') ?? [])].map((tab) => tab.textContent),
      current: [...(root?.querySelectorAll('[aria-current]') ?? [])].map((tab) => tab.textContent),
      games: root?.querySelectorAll('[data-skeleton="game"]').length,
    };
  });
  release();
  await page.unrouteAll({ behavior: 'wait' });
  return shown;
}

/** Records, before the app starts, the fonts that the first paint requests. */
const noteFonts = `
  window.fontsInUse = () => {
    const faces = [...document.fonts].filter(
      ({ family, status }) => family.includes('Rubik Variable') && status !== 'unloaded',
    );
    return faces.map(({ unicodeRange }) => (/U\\+59/.test(unicodeRange) ? 'Hebrew' : 'Latin')).sort();
  };
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-prerendered]')) return;
    observer.disconnect();
    document.body.getBoundingClientRect();
    window.firstFonts = window.fontsInUse();
  }).observe(document, { subtree: true, attributes: true });`;

/** The fonts that the first paint requested; waits until the app has started and loaded all. */
async function fontsOf({ page }: Pick<Visitor, 'page'>): Promise<readonly string[]> {
  await page.locator('#root:not([data-prerendered]) main').waitFor();
  type Fonts = { readonly firstFonts: readonly string[]; readonly fontsInUse: () => string[] };
  const fontsInUse = () => page.evaluate(() => (window as unknown as Fonts).fontsInUse());
  await expect.poll(fontsInUse).toEqual(['Hebrew', 'Latin']);
  return page.evaluate(() => (window as unknown as Fonts).firstFonts);
}

/** Records the formatters that the page creates, or asks the locales of: for the first of them the browser lists its locales. */
const noteFormatters = `
  window.formatters = [];
  for (const name of ['NumberFormat', 'ListFormat', 'DateTimeFormat', 'RelativeTimeFormat', 'Collator']) {
    Intl[name] = new Proxy(Intl[name], {
      construct: (made, args) => (window.formatters.push(name), Reflect.construct(made, args)),
      get: (made, key) => (key === 'supportedLocalesOf' && window.formatters.push(name), made[key]),
    });
  }`;

const light = 'rgb(244, 237, 225)';
const dark = 'rgb(11, 21, 23)';
const hebrew = { lang: 'he', dir: 'rtl', theme: null, wall: light };
const nothing = { fields: [], tabs: [], current: [], games: 0 };
const tabsIn = (language: 'heb' | 'en') =>
  (['tabMain', 'tabNotifications', 'tabSearch', 'tabProfile'] as const).map((key) =>
    createTranslator(language).t(key),
  );

test('the sign-in page is on the screen before its code is asked for', async () => {
  const { page } = await fixture.newVisitor('דנה');
  await fixture.open(page, '/login');
  await page.locator('#root:not([data-prerendered]) main').waitFor();
  const { shownAt, askedAt } = await page.evaluate(() => ({
    shownAt: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    askedAt: performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
      .map(({ startTime }) => startTime),
  }));
  // On a busy machine the page waits half a second for its paint, and no longer.
  expect(Math.min(...askedAt)).toBeGreaterThan(Math.min(shownAt, 500));
});

test('the sign-in page starts without the browser’s formatters', async () => {
  const guest = await fixture.newVisitor('דנה', { script: noteFormatters });
  await fixture.open(guest.page, '/login');
  await guest.page.locator('#root:not([data-prerendered]) main').waitFor();
  const formatters = () =>
    guest.page.evaluate(() => (window as unknown as { formatters: readonly string[] }).formatters);
  expect(await formatters()).toEqual([]);
  await guest.page.evaluate(() => new Intl.NumberFormat('he-IL'));
  expect(await formatters()).toEqual(['NumberFormat']);
});

describe('before any script has run', () => {
  test('a guest gets the sign-in page where their address leads to it, and a splash elsewhere', async () => {
    const guest = await fixture.newVisitor('דנה');
    const signIn = { ...hebrew, ...nothing, prerendered: 'sign-in', fields: [t('cellphone')] };
    const splash = { ...hebrew, ...nothing, prerendered: 'splash' };
    expect({
      start: await prerenderedAt(guest, '/'),
      members: await prerenderedAt(guest, '/profile/3?tab=points'),
      deep: await prerenderedAt(guest, '/main?match=3'),
      leagues: await prerenderedAt(guest, '/sections'),
      nowhere: await prerenderedAt(guest, '/nowhere'),
    }).toEqual({ start: signIn, members: signIn, deep: splash, leagues: splash, nowhere: splash });
  });

  test('theme and language are those of the device', async () => {
    const guest = await fixture.newVisitor('Dana', {
      language: 'en',
      localStorage: { 'hevre.theme': 'dark' },
    });
    expect(await prerenderedAt(guest, '/login')).toEqual({
      lang: 'en',
      dir: 'ltr',
      theme: 'dark',
      wall: dark,
      ...nothing,
      prerendered: 'sign-in',
      fields: [createTranslator('en').t('cellphone')],
    });
  });

  test('a member gets the feed’s placeholders, and their bars on other screens', async () => {
    const dana = await fixture.signedInVisitor('דנה');
    const tabs = tabsIn('heb');
    const member = { ...hebrew, ...nothing, tabs };
    expect({
      feed: await prerenderedAt(dana, '/'),
      leagues: await prerenderedAt(dana, '/sections'),
      welcome: await prerenderedAt(dana, '/welcome'),
    }).toEqual({
      feed: { ...member, prerendered: 'feed', current: [tabs[0]], games: 3 },
      leagues: { ...member, prerendered: 'elsewhere' },
      welcome: { ...hebrew, ...nothing, prerendered: 'splash' },
    });
  });

  test('the app starts in the first frame; on the sign-in page, which is complete without it, once that is on the screen', async () => {
    const { page } = await fixture.newVisitor('דנה');
    // Frames and reports of paints that come when they are asked for.
    await page.addInitScript(() => {
      const frames: FrameRequestCallback[] = [];
      const reports: ((paints: Pick<PerformanceObserverEntryList, 'getEntriesByName'>) => void)[] = [];
      window.requestAnimationFrame = (callback) => frames.push(callback);
      window.PerformanceObserver = class {
        readonly observe = () => {};
        readonly disconnect = () => {};
        constructor(callback: (typeof reports)[number]) {
          reports.push(callback);
        }
      } as never;
      /** Whether the app has started, which preloads scripts. */
      const hasStarted = async () => {
        await new Promise((resolve) => setTimeout(resolve));
        return document.querySelector('link[rel=modulepreload]') !== null;
      };
      Object.assign(window, {
        runFrame: () => {
          for (const callback of frames.splice(0)) callback(performance.now());
          return hasStarted();
        },
        reportPaint: (painted: string) => {
          for (const report of reports)
            report({ getEntriesByName: (name) => (name === painted ? [performance.mark(name)] : []) });
          return hasStarted();
        },
      });
    });
    type Driven = { runFrame: () => Promise<boolean>; reportPaint: (name: string) => Promise<boolean> };
    const frame = () => page.evaluate(() => (window as unknown as Driven).runFrame());
    const report = (name: string) =>
      page.evaluate((painted) => (window as unknown as Driven).reportPaint(painted), name);
    const startAt = async (place: string, act: () => Promise<unknown>) => {
      await page.goto('about:blank');
      const release = await holdFiles(page);
      await page.goto(`${fixture.server.url}/#${place}`, { waitUntil: 'commit' });
      await page.locator('#root[data-prerendered]').waitFor({ state: 'attached' });
      const starts = await act();
      release();
      await page.unrouteAll({ behavior: 'wait' });
      return starts;
    };
    expect(await startAt('/sections', frame)).toBe(true);
    const starts = await startAt('/', async () => [
      await frame(),
      await frame(),
      await report('first-paint'),
      await report('first-contentful-paint'),
    ]);
    expect(starts).toEqual([false, false, false, true]);
    // In a browser that reports no paints.
    const preloads = page.locator('link[rel=modulepreload]');
    await startAt('/', async () => preloads.first().waitFor({ state: 'attached' }));
  });

  test('the page is painted', async () => {
    const { page } = await fixture.newVisitor('דנה');
    const release = await holdFiles(page);
    await page.goto(fixture.server.url, { waitUntil: 'commit' });
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
      .toBe(1);
    release();
    await page.unrouteAll({ behavior: 'wait' });
  });

  fullTest(
    'the first paint on a new device requests the Hebrew font alone, a later visit’s the Latin font too',
    async () => {
      const guest = await fixture.newVisitor('דנה', { script: noteFonts, hasWorker: true });
      const member = await fixture.signedInVisitor('Noa', { script: noteFonts });
      await Promise.all([guest, member].map(({ page }) => page.goto(fixture.server.url)));
      const newcomer = await fontsOf(guest);
      const newDevice = await fontsOf(member);
      await guest.page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
      await guest.page.reload();
      expect({ newcomer, newDevice, again: await fontsOf(guest) }).toEqual({
        newcomer: ['Hebrew'],
        newDevice: ['Hebrew'],
        again: ['Hebrew', 'Latin'],
      });
    },
  );

  test('styles that the page has inline are not loaded again by the screens', async () => {
    const { page } = await fixture.signedInVisitor('דנה');
    for (const place of ['/main', '/sections', '/profile']) await fixture.openLive(page, place);
    const faces = await page.evaluate(() => [...document.fonts].map(({ family }) => family));
    expect(faces.toSorted()).toEqual([
      ...Array(2).fill('Rubik Fallback'),
      ...Array(3).fill('Rubik Variable'),
    ]);
  });
});

describe('the sign-in page', () => {
  test('accepts a number before and after the script runs, in one field that keeps its focus', async () => {
    const { page, phone, shifts } = await fixture.newVisitor('דנה');
    const release = await holdFiles(page);
    await page.goto(fixture.server.url, { waitUntil: 'commit' });
    const field = textbox(page, t('cellphone'));
    await field.pressSequentially(phone.slice(0, 7));
    const drawn = await field.elementHandle();
    release();
    await page.locator('#root:not([data-prerendered])').waitFor({ state: 'attached' });
    await field.pressSequentially(phone.slice(7));
    const isSame = await field.evaluate((now, before) => now === before, drawn);
    const isFocused = await field.evaluate((now) => now === document.activeElement);
    expect({ isSame, isFocused, value: await field.inputValue() }).toEqual({
      isSame: true,
      isFocused: true,
      value: phone,
    });
    await button(page, t('proceed')).click();
    await textbox(page, t('pincode')).waitFor();
    expect(shifts.drain()).toEqual([]);
  });

  fullTest('gives way to another address that is opened while the app starts', async () => {
    // The router is about to open the sign-in page, and the component that follows addresses is not mounted.
    const script = `
      const replace = history.replaceState;
      history.replaceState = function (...args) {
        replace.apply(this, args);
        if (!location.hash.startsWith('#/login')) return;
        history.replaceState = replace;
        setTimeout(() => (location.hash = '#/terms'));
      };`;
    const { page } = await fixture.newVisitor('דנה', { script });
    await page.goto(fixture.server.url);
    await page.getByRole('heading', { name: t('terms') }).waitFor();
    expect(await textbox(page, t('cellphone')).count()).toBe(0);
  });

  fullTest('is left without an error for an address that is opened during hydration', async () => {
    const script = `
      new MutationObserver((_, observer) => {
        const root = document.getElementById('root');
        if (root?.dataset.prerendered === 'sign-in') window.wasPrerendered = true;
        if (!window.wasPrerendered || root.dataset.prerendered !== undefined) return;
        observer.disconnect();
        location.hash = '#/terms';
        dispatchEvent(new PopStateEvent('popstate'));
      }).observe(document, { subtree: true, childList: true, attributes: true });`;
    const { page } = await fixture.newVisitor('דנה', { script });
    await page.goto(fixture.server.url);
    await page.getByRole('heading', { name: t('terms') }).waitFor();
    expect(await textbox(page, t('cellphone')).count()).toBe(0);
  });

  test('sends the number that was submitted before the script ran', async () => {
    const guest = await fixture.newVisitor('דנה');
    const { page, phone } = guest;
    const release = await holdFiles(page);
    await page.goto(fixture.server.url, { waitUntil: 'commit' });
    await textbox(page, t('cellphone')).fill(phone);
    await button(page, t('proceed')).click();
    release();
    await textbox(page, t('pincode')).waitFor();
    expect(fixture.pinOf(guest)).toMatch(/^\d{6}$/);
  });

  fullTest('keeps what was typed through a reload', async () => {
    const { page } = await fixture.newVisitor('דנה');
    const release = await holdFiles(page);
    await page.goto(fixture.server.url, { waitUntil: 'commit' });
    const field = textbox(page, t('cellphone'));
    await field.fill('0541');
    await page.reload({ waitUntil: 'commit' });
    await page.locator('#root[data-prerendered]').waitFor();
    expect(await field.inputValue()).toBe('0541');
    release();
    await page.locator('#root:not([data-prerendered])').waitFor({ state: 'attached' });
    expect(await field.inputValue()).toBe('0541');
    await field.press('End');
    await field.pressSequentially('2');
    expect(await field.inputValue()).toBe('05412');
  });

  fullTest('keeps what is typed at the moment of hydration', async () => {
    // Between the app's start and its first read of the field, and on both sides of it.
    const moments = {
      'at once': 'type()',
      'in a task': 'setTimeout(type)',
      'before a frame': 'requestAnimationFrame(type)',
      'after a frame': 'requestAnimationFrame(() => setTimeout(type))',
    };
    const keptTexts: Record<string, unknown> = {};
    for (const [moment, call] of Object.entries(moments)) {
      const script = `
        const type = () => {
          const field = document.querySelector('#root input');
          // As the browser writes what is typed, which React does not hear of by itself.
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '0541');
          field.dispatchEvent(new Event('input', { bubbles: true }));
          sessionStorage.setItem('hasTyped', 'yes');
        };
        new MutationObserver((_, observer) => {
          const root = document.getElementById('root');
          if (root?.dataset.prerendered === 'sign-in') window.wasPrerendered = true;
          if (!window.wasPrerendered || root.dataset.prerendered !== undefined) return;
          observer.disconnect();
          if (!sessionStorage.getItem('hasTyped')) ${call};
        }).observe(document, { subtree: true, childList: true, attributes: true });`;
      const { page } = await fixture.newVisitor('דנה', { script });
      await page.goto(fixture.server.url);
      await page.waitForFunction(() => sessionStorage.getItem('hasTyped') !== null);
      await expect.poll(() => textbox(page, t('cellphone')).inputValue()).toBe('0541');
      await page.reload();
      await page.locator('#root:not([data-prerendered]) a[href="#/accessibility"]').waitFor();
      keptTexts[moment] = await textbox(page, t('cellphone')).inputValue();
    }
    expect(keptTexts).toEqual(Object.fromEntries(Object.keys(moments).map((moment) => [moment, '0541'])));
  });

  fullTest(
    'is hydrated without redrawing its field while offline, and then says that it is offline',
    async () => {
      const { page } = await fixture.newVisitor('דנה', {
        script: `Object.defineProperty(navigator, 'onLine', { value: false })`,
      });
      const release = await holdFiles(page);
      await page.goto(fixture.server.url, { waitUntil: 'commit' });
      const field = textbox(page, t('cellphone'));
      const drawn = await field.elementHandle();
      release();
      await page.getByText(t('offlineQuiet')).waitFor();
      expect(await field.evaluate((now, before) => now === before, drawn)).toBe(true);
    },
  );

  fullTest(
    'stays while offline, with what is typed, and requests the app data again once online',
    async () => {
      const guest = await fixture.newVisitor('דנה', {
        script: `Object.defineProperty(navigator, 'onLine', { value: false })`,
      });
      const { page } = guest;
      await page.route(/\/api\/getAppData\//, (route) => route.abort());
      const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/getAppData/'));
      await page.goto(fixture.server.url);
      await failed;
      const field = textbox(page, t('cellphone'));
      await page.getByText(t('offlineQuiet')).waitFor();
      const drawn = await field.elementHandle();
      await field.pressSequentially('0541');
      expect(await button(page, t('retry')).count()).toBe(0);

      await page.unrouteAll({ behavior: 'wait' });
      const answered = page.waitForResponse((response) => response.url().includes('/getAppData/'));
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await answered;
      await page.getByText(t('offlineQuiet')).waitFor({ state: 'detached' });
      expect(await field.evaluate((now, before) => now === before, drawn)).toBe(true);
      expect(await field.inputValue()).toBe('0541');
      fixture.allowErrors(guest, /net::ERR_FAILED \(.*\/api\/getAppData\//);
    },
  );

  test('shows a retry where the app data could not be loaded before it is hydrated', async () => {
    const guest = await fixture.newVisitor('דנה');
    const { page } = guest;
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/getAppData/'));
    await page.route(/\/api\/getAppData\//, (route) => route.abort());
    await page.route(/\/assets\/login-[^/]+\.js$/, async (route) => {
      await failed;
      await route.continue();
    });
    await page.goto(fixture.server.url);
    await button(page, t('retry')).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await button(page, t('retry')).click();
    await textbox(page, t('cellphone')).waitFor();
    fixture.allowErrors(guest, /net::ERR_FAILED \(.*\/api\/getAppData\//);
  });
});

fullTest('a member’s tap before the script runs opens the menu', async () => {
  const { page } = await fixture.signedInVisitor('דנה');
  const release = await holdFiles(page);
  await page.goto(fixture.server.url, { waitUntil: 'commit' });
  await button(page, t('menu')).click();
  release();
  await page.getByRole('dialog').waitFor();
});
