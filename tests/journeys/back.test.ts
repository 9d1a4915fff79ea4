import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeGame, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import {
  button,
  chooseAction,
  chooseRound,
  dialog,
  matchCard,
  textbox,
  type Match,
  waitForLayers,
} from '#tests/support/browser/page-actions.ts';
import {
  openBrowserFixture,
  type BrowserFixture,
  type SignedInVisitor,
} from '#tests/support/browser/browser-fixture.ts';
import { t } from '#tests/support/translations.ts';
import { fullTest } from '#tests/support/run-size.ts';

/** The phone's Back: closes what lies over a screen, goes back a slide, and finds no history entry of what is closed. */

const match: Match = ['הפועל', 'מכבי'];

let fixture: BrowserFixture;
let noa: SignedInVisitor;
let league: number;
let item: number;
beforeAll(async () => {
  fixture = await openBrowserFixture();
  const yossi = await fixture.signedInVisitor('יוסי');
  noa = await fixture.signedInVisitor('נועה');
  league = (await makeLeague(noa.call, [yossi.call], 'השכונה')).id;
  const options = await makeOptions(noa.call, league, match);
  const game = await makeGame(noa.call, league, 'home/away', [options]);
  item = game.items_data[0]?.id ?? 0;
});
afterAll(async () => {
  await fixture?.closeVisitors();
  await fixture?.close();
});

type Layer = {
  /** The screen it opens over. */
  readonly at: () => string;
  readonly open: (page: Page) => Promise<void>;
  readonly shown: (page: Page) => Locator;
  /** Closes it by its own button. */
  readonly close: (page: Page) => Promise<void>;
};

const byItsButton = (name: string) => (page: Page) => button(dialog(page, name), t('close')).click();
const pad = (page: Page) => page.getByRole('region', { name: /^הניחוש על / });
const layers: Readonly<Record<string, Layer>> = {
  'the digit pad': {
    at: () => '/main',
    open: (page) => button(matchCard(page, match), t('cellEmpty', { name: match[0] })).click(),
    shown: pad,
    close: (page) => button(pad(page), t('padDone')).click(),
  },
  'the menu of a match': {
    at: () => '/main',
    open: (page) => button(matchCard(page, match), t('manageItem')).click(),
    shown: (page) => dialog(page, t('manageItem')),
    close: byItsButton(t('manageItem')),
  },
  'the sheet that starts a match': {
    at: () => `/item?id=${item}`,
    open: (page) => button(page, t('start')).click(),
    shown: (page) => dialog(page, t('startAsk')),
    close: byItsButton(t('startAsk')),
  },
  'the sheet of a result': {
    at: () => `/item?id=${item}`,
    open: (page) => chooseAction(page, 'enterResults'),
    shown: (page) => dialog(page, t('InsertItemResults')),
    close: byItsButton(t('InsertItemResults')),
  },
  'a game’s options': {
    at: () => '/main',
    open: (page) => button(page, t('options')).first().click(),
    shown: (page) => dialog(page, t('options')),
    close: byItsButton(t('options')),
  },
  'a question before a command': {
    at: () => `/section/${league}?tab=members`,
    open: (page) => button(page, `${t('removeMember')}: יוסי`).click(),
    shown: (page) => dialog(page, t('removeMember')),
    close: byItsButton(t('removeMember')),
  },
  'the choice of a form': {
    at: () => `/section/${league}?sheet=settings&of=2`,
    open: (page) => dialog(page, t('handOver')).getByLabel(t('newOwner')).click(),
    shown: (page) => dialog(page, t('newOwner')),
    close: byItsButton(t('newOwner')),
  },
};

describe.each(Object.entries(layers))('%s', (_, { at, open, shown, close }) => {
  test('is closed by Back, and leaves no history entry behind', async () => {
    const { page } = noa;
    await fixture.open(page, '/sections');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await fixture.open(page, at());
    const address = page.url();
    await open(page);
    await shown(page).waitFor();
    await waitForLayers(page, 1);
    await page.goBack();
    await shown(page).waitFor({ state: 'hidden' });
    expect(page.url()).toBe(address);

    await open(page);
    await waitForLayers(page, 1);
    await close(page);
    await shown(page).waitFor({ state: 'hidden' });
    await waitForLayers(page, 0);
    expect(page.url()).toBe(address);
    await page.goBack();
    await expect.poll(() => page.url()).toMatch(/#\/sections$/);
  });
});

describe('the wizard', () => {
  test('goes back a slide at a time, and from its first one to the screen below', async () => {
    const { page } = noa;
    await fixture.open(page, `/section/${league}`);
    await page.getByRole('link', { name: t('newGame'), exact: true }).click();
    await chooseRound(page);
    await button(dialog(page, t('wizardRules')), t('proceed')).click();
    await dialog(page, t('wizardMatches')).waitFor();
    for (const title of ['wizardRules', 'wizardSubtype', 'wizardType'] as const) {
      await waitForLayers(page, 1);
      await page.goBack();
      await dialog(page, t(title)).waitFor();
    }
    await waitForLayers(page, 0);
    await page.goBack();
    await dialog(page, t('wizardType')).waitFor({ state: 'hidden' });
    expect(page.url()).toMatch(/#\/section\/\d+$/);
  });

  test('is not reopened by Back after it was closed on a middle slide', async () => {
    const { page } = noa;
    await fixture.open(page, '/sections');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await fixture.open(page, `/section/${league}`);
    await page.getByRole('link', { name: t('newGame'), exact: true }).click();
    // Discards the draft that was kept.
    await button(dialog(page, t('wizardResume')), t('wizardRestart')).click();
    await chooseRound(page);
    await waitForLayers(page, 1);
    await button(dialog(page, t('wizardRules')), t('close')).click();
    await dialog(page, t('wizardRules')).waitFor({ state: 'hidden' });
    await expect.poll(() => page.url()).toMatch(/#\/section\/\d+$/);
    await page.goBack();
    await expect.poll(() => page.url()).toMatch(/#\/sections$/);
  });

  test('stays closed after it was opened by its address and closed on a middle slide', async () => {
    const { page } = noa;
    await fixture.open(page, `/section/${league}?wizard=1`);
    await button(dialog(page, t('wizardResume')), t('wizardRestart')).click();
    await chooseRound(page);
    await waitForLayers(page, 1);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).toMatch(/#\/section\/\d+$/);
    await waitForLayers(page, 0);
    expect(page.url()).toMatch(/#\/section\/\d+$/);
    await dialog(page, t('wizardRules')).waitFor({ state: 'hidden' });
  });
});

fullTest(
  'a session that ends while the history goes back leads to the sign-in page, and from there back',
  async () => {
    // Goes back only when the test tells it to, as on a busy phone.
    const script = `
    const go = history.go.bind(history);
    history.go = (by) => {
      window.goBack = () => new Promise((gone) => {
        addEventListener('popstate', () => gone(), { once: true });
        go(by);
      });
    };`;
    const yael = await fixture.signedInVisitor('יעל', { script });
    const { id } = await makeLeague(yael.call, [noa.call], 'הרחוב');
    const { page } = yael;
    const otherTab = await yael.context.newPage();
    await otherTab.goto(`${fixture.server.url}/icon.svg`);
    await fixture.open(page, `/section/${id}?tab=members`);
    const asks = button(page, `${t('removeMember')}: נועה`);
    await asks.click();
    const question = dialog(page, t('removeMember'));
    await question.waitFor();
    await waitForLayers(page, 1);
    await button(question, t('close')).click();
    await page.waitForFunction(() => 'goBack' in window);
    await otherTab.evaluate(() => localStorage.setItem('hevre:session', JSON.stringify({ expired: true })));
    await asks.waitFor({ state: 'hidden' });
    await page.evaluate(() => (window as unknown as { goBack: () => Promise<void> }).goBack());
    await textbox(page, t('cellphone')).waitFor();
    fixture.allowErrors(yael, /status of 404/);
    await fixture.signIn(yael);
    await asks.waitFor();
    expect(page.url()).toMatch(new RegExp(`#/section/${id}\\?tab=members$`));
  },
);

test('closing a pad by its button leaves the page where it was scrolled to meanwhile, as a sheet does', async () => {
  const page = noa.page;
  const names = Array.from({ length: 20 }, (_, at) => `קבוצה ${at + 1}`);
  const options = await makeOptions(noa.call, league, names);
  const groups = Array.from({ length: 10 }, (_, at) => options.slice(2 * at, 2 * at + 2));
  const { id } = await makeGame(noa.call, league, 'home/away', groups);
  await fixture.open(page, `/post/${id}`);
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  await button(page, t('cellEmpty', { name: 'קבוצה 1' })).click();
  await pad(page).waitFor();
  await waitForLayers(page, 1);
  // The page scrolls on under a pad, as it could not under a sheet.
  await page.mouse.wheel(0, 300);
  await expect.poll(scrolled).toBe(300);
  await button(pad(page), t('padDone')).click();
  await pad(page).waitFor({ state: 'hidden' });
  await waitForLayers(page, 0);
  await expect.poll(() => scrolled()).toBe(300);

  await button(page, t('menu')).click();
  await dialog(page, t('menu')).waitFor();
  expect(page.url()).toMatch(/sheet=menu/);
  await expect.poll(() => scrolled()).toBe(300);
  await button(dialog(page, t('menu')), t('close')).click();
  await dialog(page, t('menu')).waitFor({ state: 'hidden' });
  await expect.poll(() => scrolled()).toBe(300);
});
