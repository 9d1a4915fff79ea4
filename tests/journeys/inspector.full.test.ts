import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildClient, clientFolder } from '#server/boot/client-build.ts';
import type { Item } from '#contract/models.ts';
import {
  readItem,
  makeGame,
  makeLeague,
  makeOptions,
  optionIdsOf,
} from '#tests/support/server/leagues-and-games.ts';
import {
  button,
  matchCard,
  waitForScore,
  tapScores,
  type Match,
} from '#tests/support/browser/page-actions.ts';
import { expectWithin, runSize } from '#tests/support/run-size.ts';
import {
  openBrowserFixture,
  type SignedInVisitor,
  type BrowserFixture,
} from '#tests/support/browser/browser-fixture.ts';
import { longestTask, prioritizeRenderer, tasksDuring } from '#tests/support/browser/main-thread-tasks.ts';
import { t } from '#tests/support/translations.ts';

/** The inspector of a QA build, in a window beside the app's; and an ordinary build without it. */

const match: Match = ['הפועל', 'מכבי'];

let fixture: BrowserFixture;
let player: SignedInVisitor;
let item: Item;
let qa: Page;
beforeAll(async () => {
  await buildClient(true);
  fixture = await openBrowserFixture({ clientFolder: clientFolder(true) });
  // With motion, since the inspector animates the transition that was taken last.
  player = await fixture.signedInVisitor('נועה', { script: axe.source, reducedMotion: 'no-preference' });
  const { id } = await makeLeague(player.call, [], 'השכונה');
  const options = await makeOptions(player.call, id, match);
  const { items_data } = await makeGame(player.call, id, 'home/away', [options]);
  item = items_data[0] as Item;
  qa = await player.context.newPage();
  await qa.setViewportSize({ width: 1280, height: 800 });
});
afterAll(() => fixture?.close());

/** axe is an init script of the page, to which the page's CSP does not apply. */
type WithAxe = { readonly axe: typeof axe };
const violations = async (page = qa) => {
  const { violations: found } = await page.evaluate(() => (window as unknown as WithAxe).axe.run(document));
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join('; ')}`);
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const filesUnder = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => join(it.parentPath, it.name));
const textOf = (files: readonly string[]) => files.map((file) => readFileSync(file, 'utf8')).join('\n');
const built = (folder: string) => textOf(filesUnder(folder).filter((file) => /\.(js|css|html)$/.test(file)));

test('an ordinary build contains nothing of the inspector', () => {
  const isInspectorFile = (file: string) => /src\/inspector\//.test(file);
  const sources = ['src', 'machines'].flatMap((folder) => filesUnder(join(root, folder)));
  const messages = filesUnder(join(root, 'public/assets/i18n'));
  const app = textOf([...sources.filter((file) => !isInspectorFile(file)), ...messages]);
  const inspectorTexts = [
    ...textOf(sources.filter(isInspectorFile)).matchAll(/['"`]([^'"`\n\\${}]{8,})['"`]/g),
  ].map(([, it = '']) => it);
  const [ordinary, inspected] = [built(clientFolder(false)), built(clientFolder(true))];
  // Texts of the inspector alone that its build holds unchanged, so that a search in the other build can find them.
  const ownTexts = [...new Set(inspectorTexts)].filter(
    (text) => inspected.includes(text) && !app.includes(text),
  );
  expect(ownTexts.length).toBeGreaterThan(60);
  // Texts of xstate and of the browser, which the app's libraries contain too, and markup, which the page contains.
  const shared = /^@?xstate\.|^(pagehide|pageshow|hashchange|compound)$|w3\.org|^[<>]/;
  expect(ownTexts.filter((text) => !shared.test(text) && ordinary.includes(text))).toEqual([]);
  // The channel's name, a text, a state's id in a drawn chart, and the gallery's title.
  for (const text of ['hevre:inspector', 'Drawing the charts', 'bet.deciding', 'Hevre parts'])
    expect([text, inspected.includes(text), ordinary.includes(text)]).toEqual([text, true, false]);
});

const activeState = (state: string) => qa.locator(`[data-state="${state}"][data-lit]`);
const row = (event: string) => qa.getByRole('option').filter({ hasText: event });
const status = (text: string) => qa.getByRole('banner').getByRole('status').filter({ hasText: text });
const press = (name: string) => qa.getByRole('button', { name, exact: true }).click();
const choose = (actor: string) =>
  qa
    .getByRole('list', { name: 'Actors' })
    .getByRole('button', { name: new RegExp(`^${actor} `) })
    .click();
const context = () => qa.getByRole('region', { name: 'Context' }).locator('pre').innerText();

test('the inspector waits for the app, lists its actors, and highlights the active states', async () => {
  await fixture.open(qa, '/qa');
  await qa.getByText('No page of the app is open').waitFor();
  const { page } = player;
  await fixture.open(page, '/main');
  await choose(`bet-${item.id}`);
  await activeState('bet.idle').waitFor();
  // Events of other actors would push those of the bet out of the list's window.
  await qa.getByRole('checkbox').check();

  // The save's request is held, so that the chart stays in `saving`.
  let save = () => {};
  const released = new Promise<void>((resolve) => (save = resolve));
  await page.route('**/api/bet/**', async (route) => {
    await released;
    await route.continue();
  });
  await tapScores(page, match, [[2, 1]]);
  await activeState('bet.saving').waitFor();
  await expect.poll(() => activeState('bet.idle').count()).toBe(0);
  save();
  await activeState('bet.idle').waitFor();
  await row('saveBets done').waitFor();
  await waitForScore(matchCard(page, match), match, [2, 1], 'cellSaved');
  await page.unroute('**/api/bet/**');
  await expect.poll(() => violations()).toEqual([]);
});

test('the log is stepped through by keyboard, and the app does not change', async () => {
  await row('saveBets done').click();
  await status('stepping back').waitFor();
  await activeState('bet.idle').waitFor();
  await qa.locator('text[data-taken]', { hasText: 'saveBets done' }).waitFor();
  await qa.getByRole('listbox', { name: 'Events' }).focus();
  // The event before the answer set the second digit.
  await qa.keyboard.press('ArrowUp');
  await activeState('bet.saving').waitFor();
  await expect.poll(context).toContain(`"option": ${optionIdsOf(item)[1]}`);
  for (let steps = 0; steps < 4 && (await activeState('bet.drafting').count()) === 0; steps += 1)
    await qa.keyboard.press('ArrowUp');
  await activeState('bet.drafting').waitFor();
  await press('Forward');
  await activeState('bet.saving').waitFor();
  await waitForScore(matchCard(player.page, match), match, [2, 1], 'cellSaved');
  await press('Live');
  await activeState('bet.idle').waitFor();
  await status('live').waitFor();
  await qa.getByRole('checkbox').uncheck();
});

test('an event can be sent to an actor, and one that the chart does not handle is reported', async () => {
  await choose('toasts');
  const send = qa.getByRole('region', { name: 'Send' });
  await send.getByRole('combobox', { name: 'Event' }).selectOption('toast.show');
  const payload = send.getByRole('textbox', { name: 'Payload' });
  await payload.fill('no object');
  await send.getByText('The payload is no JSON object.').waitFor();
  await expect.poll(() => send.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
  await payload.fill('{ "toast": { "message": "failure.offline", "kind": "failure" } }');
  await send.getByRole('button', { name: 'Send' }).click();
  await send.getByText('Taken.').waitFor();
  await player.page.getByText(t('failure.offline')).waitFor();

  await send.getByRole('combobox', { name: 'Event' }).selectOption('toast.dismiss');
  await payload.fill('{ "id": 99 }');
  await send.getByRole('button', { name: 'Send' }).click();
  await send.getByText('Not taken').waitFor();
  // A toast that is only announced has an id too.
  const numberOf = async () => /"failure\.offline"[^}]*"id": (\d+)/.exec(await context())?.[1];
  await expect.poll(numberOf).toBeDefined();
  await payload.fill(`{ "id": ${await numberOf()} }`);
  await send.getByRole('button', { name: 'Send' }).click();
  await player.page.getByText(t('failure.offline')).waitFor({ state: 'hidden' });
});

const galleryLooks = [
  { language: 'heb', theme: 'light', lang: 'he', dir: 'rtl' },
  { language: 'en', theme: 'dark', lang: 'en', dir: 'ltr' },
  { language: 'heb', theme: 'dark', lang: 'he', dir: 'rtl' },
  { language: 'en', theme: 'light', lang: 'en', dir: 'ltr' },
] as const;

test('the gallery shows its newest address, though an older one is loaded after it', async () => {
  const page = await player.context.newPage();
  await fixture.open(page, '/qa/ui');
  const goTo = (query: string) => page.evaluate((to) => location.replace(`#/qa/ui?${to}`), query);
  const shown = (part: string) => page.locator('a[aria-current]').getByText(part, { exact: true });
  await goTo('language=heb&part=form');
  await shown('form').waitFor();
  const english = new Promise<Route>((resolve) => {
    void page.route('**/assets/rest-*.js', resolve, { times: 1 });
  });
  await goTo('language=en&part=form');
  const heldRoute = await english;
  await goTo('language=heb&part=match');
  await shown('match').waitFor();
  const answered = page.waitForResponse(heldRoute.request().url());
  await heldRoute.continue();
  await (await answered).finished();
  // After two idle periods whatever waited for it is drawn.
  const idle = () => new Promise<void>((resolve) => setTimeout(() => requestIdleCallback(() => resolve())));
  await page.evaluate(idle);
  await page.evaluate(idle);
  await expect.poll(() => page.locator('a[aria-current]').allInnerTexts()).toContain('match');
  await page.close();
});

test('the gallery shows all parts in every state, in both themes and directions', async () => {
  const page = await player.context.newPage();
  // Colours change at once with the theme.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await fixture.open(page, '/qa/ui');
  const unusedStyles = page.getByRole('list', { name: 'Styles not seen yet', includeHidden: true });
  await unusedStyles.waitFor({ state: 'attached' });
  const found: string[] = [];
  for (const { language, theme, lang, dir } of galleryLooks.slice(0, runSize('looks of the gallery', 2, 4))) {
    await page.evaluate(
      (query) => location.replace(`#/qa/ui?${query}`),
      `language=${language}&theme=${theme}`,
    );
    await page.locator(`html[lang=${lang}][dir=${dir}][data-theme=${theme}]`).waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    found.push(
      ...(wide ? ['it scrolls sideways'] : []),
      ...(await violations(page)).map((it) => `${language}, ${theme}: ${it}`),
    );
  }
  expect(found).toEqual([]);
  // Other frames of the page, and parts that are shown for a moment or over the page.
  for (const frame of ['offline', 'guest']) {
    await page.getByRole('link', { name: frame, exact: true }).click();
    await page.locator('a[aria-current]', { hasText: frame }).waitFor();
  }
  await page.getByRole('button', { name: /^(Another result|עוד תוצאה)$/ }).click();
  for (const name of ['sheet', 'tall sheet', 'steady sheet', 'menu']) {
    await button(page, name).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button').first().click();
    await sheet.waitFor({ state: 'hidden' });
  }
  await expect
    .poll(() => unusedStyles.evaluate((list) => [...list.children].map((it) => it.textContent)))
    .toEqual([]);
  await page.close();
});

/** Toggles the page's visibility so that its actors get a thousand events a second. */
async function flood(page: Page, seconds: number): Promise<void> {
  await page.evaluate(async (many) => {
    let hidden = false;
    Object.defineProperty(document, 'visibilityState', {
      get: () => (hidden ? 'hidden' : 'visible'),
      configurable: true,
    });
    const began = performance.now();
    // toasts get an event for each toggle, the connection for each showing.
    for (let eventCount = 0; eventCount < many;) {
      for (
        const due = Math.min(many, performance.now() - began);
        eventCount < due;
        eventCount += hidden ? 1 : 2
      ) {
        hidden = !hidden;
        document.dispatchEvent(new Event('visibilitychange'));
      }
      await new Promise((next) => setTimeout(next, 2));
    }
    Reflect.deleteProperty(document, 'visibilityState');
  }, seconds * 1000);
}

test('the inspector follows a thousand events a second with no task over 50 ms', async () => {
  await choose('toasts');
  await prioritizeRenderer(qa);
  const seconds = runSize('seconds of a thousand events each', 1, 20);
  const count = () =>
    qa
      .getByRole('listbox', { name: 'Events' })
      .getByRole('option')
      .last()
      .getAttribute('aria-setsize')
      .then(Number);
  const before = await count();
  const tasks = await tasksDuring(qa, async () => {
    await flood(player.page, seconds);
    await expect.poll(count).toBeGreaterThanOrEqual(before + seconds * 1000);
  });
  const [work, wall] = [longestTask(tasks, 'cpu'), longestTask(tasks, 'wall')];
  console.log(`the inspector among 1,000 events a second: ${wall.toFixed(1)} ms by the clock`);
  expectWithin('the inspector’s longest task', work, 50);
});

test('the bet actors of a screen are stopped when it is left, and started when it is back', async () => {
  const { page } = player;
  const actors = qa.getByRole('list', { name: 'Actors' }).getByText(new RegExp(`bet-${item.id}\\b`));
  await expect.poll(() => actors.count()).toBe(1);
  const tabs = page.getByRole('navigation', { name: t('mainNavigation') });
  await tabs.getByRole('link', { name: t('tabSearch') }).click();
  await expect.poll(() => actors.count()).toBe(0);
  await page.goBack();
  await expect.poll(() => actors.count()).toBe(1);
});

/** How the shown chart fits its pane: its scale, what is outside the pane, and words that leave their state's frame. */
const shownChart = () =>
  qa.getByRole('region', { name: 'Chart', exact: true }).evaluate((pane) => {
    const svg = pane.querySelector('svg');
    const states = [...pane.querySelectorAll<SVGGElement>('[data-state]')];
    const titles = [...pane.querySelectorAll('text.title')].map(({ parentElement }) => parentElement);
    // Measured at their widest: a transition that was taken is in bold.
    for (const text of pane.querySelectorAll('text[data-move]')) text.setAttribute('data-taken', 'a');
    const escaping = states.flatMap((state, at) => {
      const frame = state.getBBox();
      return [...(titles[at]?.querySelectorAll('text') ?? [])]
        .filter((text) => {
          const { x, y, width, height } = text.getBBox();
          const isInside = x >= frame.x && x + width <= frame.x + frame.width;
          return !isInside || y < frame.y || y + height > frame.y + frame.height;
        })
        .map((text) => `${state.dataset['state']}: ${text.textContent}`);
    });
    for (const text of pane.querySelectorAll('[data-taken]')) text.removeAttribute('data-taken');
    const [box, drawn] = [pane, states[0]].map((it) => it?.getBoundingClientRect() ?? new DOMRect());
    const isFitted =
      drawn !== undefined &&
      box !== undefined &&
      drawn.width > 0 &&
      drawn.left >= box.left &&
      drawn.right <= box.right &&
      drawn.top >= box.top &&
      drawn.bottom <= box.bottom;
    return {
      count: states.length,
      titles: titles.length,
      escaping,
      isFitted,
      scale: svg?.getScreenCTM()?.a ?? 0,
    };
  });

test('every chart opens fitted to its pane, with all words in their frames, and is zoomed by keyboard', async () => {
  const charts = qa.getByRole('list', { name: 'Every chart' }).getByRole('button');
  const names = await charts.allInnerTexts();
  expect(names.length).toBeGreaterThan(35);
  const problems: string[] = [];
  for (const name of names) {
    await charts.filter({ hasText: new RegExp(`^${name}$`) }).click();
    await qa.getByRole('img', { name: `The chart of ${name}`, exact: true }).waitFor();
    const { count, titles, escaping, isFitted } = await shownChart();
    expect([name, count > 0, titles]).toEqual([name, true, count]);
    problems.push(...escaping, ...(isFitted ? [] : [`${name} is cut off`]));
  }
  expect(problems).toEqual([]);

  await charts.filter({ hasText: /^wizard$/ }).click();
  const { scale } = await shownChart();
  await qa.setViewportSize({ width: 1280, height: 600 });
  await expect.poll(async () => (await shownChart()).scale).toBeLessThan(scale);
  expect((await shownChart()).isFitted).toBe(true);
  await qa.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(async () => (await shownChart()).scale).toBe(scale);
  await qa.getByRole('region', { name: 'Chart', exact: true }).focus();
  await qa.keyboard.press('+');
  await expect.poll(async () => (await shownChart()).scale / scale).toBeCloseTo(1.25);
  await qa.keyboard.press('-');
  await qa.keyboard.press('-');
  await expect.poll(async () => (await shownChart()).scale / scale).toBeCloseTo(0.8);
  await qa.keyboard.press('0');
  await expect.poll(async () => (await shownChart()).scale).toBe(scale);
});

test('a run is recorded, exported as a test, and replayed', async () => {
  const { page, call } = player;
  await choose(`bet-${item.id}`);
  await press('Record');
  await button(matchCard(page, match), t('cellSaved', { name: match[0], digit: 2 })).click();
  const pad = page.getByRole('region', { name: /^הניחוש על / });
  await button(pad, '4').click();
  await waitForScore(matchCard(page, match), match, [4, 1], 'cellSaved');
  await press('Stop recording');
  await expect.poll(() => qa.getByRole('button', { name: 'Replay' }).isEnabled()).toBe(true);

  await qa.getByRole('combobox', { name: 'Export as a test' }).selectOption(`app/bets/bet-${item.id}`);
  const text = await qa.getByRole('textbox', { name: 'Test' }).inputValue();
  expect(text).toContain("import { bet } from '#machines/bet.ts';");
  expect(text).toContain(
    `"pick.set": {\n      "type": "pick.set",\n      "option": ${optionIdsOf(item)[0]},\n      "value": 4`,
  );
  expect(text).toContain('"saveBets done": done(\'saveBets\', {');
  expect(text).toContain('"idle + pick.set": "saving"');
  // The actor's input, from before the recording.
  expect(text).toMatch(
    new RegExp(`inputs: { recorded: {\\s+"registry": "\\(actor bets\\)",\\s+"item": {\\s+"id": ${item.id},`),
  );
  expect(text).toContain('// The recording found it in `idle`');
  await press('Back to the chart');

  const bets = optionIdsOf(item).map((itemOption) => ({ itemOption, post: item.post, value: 0 }));
  expect((await call.post('bet/', bets)).status).toBe(201);
  // Now the device has stored the feed that the server has.
  await page.reload();
  await waitForScore(matchCard(page, match), match, [0, 0], 'cellSaved');
  // The page has no such item: the replay opens the recorded page first.
  await fixture.open(page, '/notifications');
  await page.reload();
  await page.getByRole('navigation', { name: t('mainNavigation') }).waitFor();
  await expect
    .poll(() => qa.getByRole('list', { name: 'Actors' }).getByText(`bet-${item.id}`).count())
    .toBe(0);
  await press('Replay');
  await waitForScore(matchCard(page, match), match, [4, 0], 'cellSaved');
  await status('live').waitFor();
  const { options } = await readItem(call, item);
  expect(Object.values(options).map(({ value }) => value)).toEqual([4, 0]);

  await qa
    .getByRole('list', { name: 'Every chart' })
    .getByRole('button', { name: 'wizard', exact: true })
    .click();
  await qa.getByRole('img', { name: 'The chart of wizard' }).waitFor();
  await qa.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => violations()).toEqual([]);
  await fixture.closeVisitors();
});
