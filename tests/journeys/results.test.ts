import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromIsraelInput } from '#contract/israel-time.ts';
import type { Item } from '#contract/models.ts';
import type { MessageKey } from '#i18n/keys.ts';
import type { Layout } from '#contract/layouts.ts';
import {
  postBets,
  readItem,
  makeGame,
  makeLeague,
  makeOptions,
} from '#tests/support/server/leagues-and-games.ts';
import {
  button,
  chooseAction,
  countTaps,
  dayFromNow,
  dialog,
  enterResult,
  matchCard,
  matchName,
  scoreText,
  waitForStanding,
  type Match,
  type Score,
  waitForLayers,
} from '#tests/support/browser/page-actions.ts';
import {
  openBrowserFixture,
  type SignedInVisitor,
  type BrowserFixture,
} from '#tests/support/browser/browser-fixture.ts';
import { t } from '#tests/support/translations.ts';
import { fullDescribe, fullTest } from '#tests/support/run-size.ts';

/** Results and dates that an owner enters, corrects and voids, and what a friend's open page shows of them. */

const match: Match = ['הפועל', 'מכבי'];

let fixture: BrowserFixture;
let noa: SignedInVisitor;
let yossi: SignedInVisitor;
let league: number;
let code: string;
let options: number[];
beforeAll(async () => {
  fixture = await openBrowserFixture();
});
afterAll(() => fixture?.close());
beforeEach(async () => {
  noa = await fixture.signedInVisitor('נועה');
  yossi = await fixture.signedInVisitor('יוסי');
  const createdLeague = await makeLeague(noa.call, [yossi.call], 'השכונה');
  league = createdLeague.id;
  code = createdLeague.code ?? '';
  options = await makeOptions(noa.call, league, [...match, 'בית״ר']);
});
afterEach(() => fixture.closeVisitors());

/** A game of one item that Yossi has bet on, with both members on the item's page. */
async function openItemForTwo(
  layout: Layout,
  picks: readonly number[],
  rules: Record<string, string> = {},
): Promise<Item> {
  const of = layout === 'home/away' ? options.slice(0, 2) : options;
  const [item] = (await makeGame(noa.call, league, layout, [of], rules)).items_data;
  if (!item) throw new Error('no item');
  expect((await postBets(yossi.call, item, ...picks)).status).toBe(201);
  await Promise.all(
    [noa, yossi].map(async ({ page }) => {
      await fixture.open(page, `/item?id=${item.id}`);
      await historyEntry(page, 'made').waitFor();
    }),
  );
  return item;
}

/** An entry of the item's history. */
const historyEntry = (
  page: Page,
  kind: 'made' | 'moved' | 'started' | 'result' | 'corrected' | 'void',
): Locator => page.locator(`[data-kind=${kind}]`).filter({ hasText: t(`life.${kind}`) });
const score = (at: Page | Locator, given: Score) => at.getByRole('img', { name: scoreText(match, given) });
const sheet = (page: Page) => dialog(page, t('InsertItemResults'));
const toggleWinner = (option: string) => sheet(noa.page).last().getByText(option, { exact: true }).click();
const saveResult = async (page: Page) => {
  await button(sheet(page), t('resultSave')).click();
  await sheet(page).waitFor({ state: 'hidden' });
};
/** The actions that the menu of a match's page offers. */
async function actionsOf(page: Page): Promise<(MessageKey | undefined)[]> {
  await button(page, t('manageItem')).click();
  const menu = dialog(page, t('manageItem'));
  await menu.getByRole('menuitem').first().waitFor();
  const names = await menu.getByRole('menuitem').allInnerTexts();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  const actions = ['start', 'enterResults', 'updateResults', 'moveDate', 'editItem', 'voidItem'] as const;
  return names.map((name) => actions.find((key) => t(key) === name));
}
/** Expects these to be whole on a phone's first screen, above the bar of tabs. */
async function expectOnFirstScreen(page: Page, ...shown: readonly Locator[]): Promise<void> {
  const bar = await page.getByRole('navigation', { name: t('mainNavigation') }).boundingBox();
  for (const what of shown) {
    const box = await what.boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  }
}
/** Waits for a notification in the friend's list. */
async function waitForNotification(
  title: string,
  also: { readonly hasText: string } | { readonly has: Locator },
): Promise<void> {
  await fixture.open(yossi.page, '/notifications');
  await yossi.page.getByRole('link').filter({ hasText: title }).filter(also).first().waitFor();
}

describe('the result of', () => {
  test('a match is entered, corrected and voided; the friend sees the old and the new one, and who changed it', async () => {
    const item = await openItemForTwo('home/away', [2, 1]);
    // Members who have bet, and who have not, by name.
    const faces = (name: 'whoHasBet' | 'notBetYet') => noa.page.getByRole('list', { name: t(name) });
    await faces('whoHasBet').getByText('יוסי').waitFor();
    await faces('notBetYet').getByText('נועה').waitFor();
    await expectOnFirstScreen(
      noa.page,
      button(noa.page, t('cellEmpty', { name: match[0] })),
      button(noa.page, t('start')),
      faces('whoHasBet'),
      faces('notBetYet'),
    );
    expect(await actionsOf(noa.page)).toEqual(['start', 'enterResults', 'moveDate', 'editItem', 'voidItem']);
    // Keys move through them, and from either end to the other.
    await button(noa.page, t('manageItem')).click();
    const menuItems = dialog(noa.page, t('manageItem')).getByRole('menuitem');
    const focused = () =>
      menuItems.evaluateAll((all) => all.findIndex((it) => it === document.activeElement));
    await expect.poll(focused).toBe(0);
    for (const [key, at] of [
      ['ArrowDown', 1],
      ['ArrowDown', 2],
      ['ArrowUp', 1],
      ['End', 4],
      ['ArrowDown', 0],
      ['ArrowUp', 4],
      ['Home', 0],
    ] as const) {
      await noa.page.keyboard.press(key);
      expect([key, await focused()]).toEqual([key, at]);
    }
    await noa.page.keyboard.press('Escape');
    await menuItems.first().waitFor({ state: 'hidden' });
    await chooseAction(noa.page, 'enterResults');
    await enterResult(noa.page, match, [2, 1]);
    await score(historyEntry(yossi.page, 'result'), [2, 1]).waitFor();
    await yossi.page.getByText(t('exact')).first().waitFor();
    expect(await actionsOf(noa.page)).toEqual(['updateResults', 'editItem', 'voidItem']);
    await expect.poll(() => yossi.page.getByRole('group', { name: t('manageItem') }).count()).toBe(0);
    for (const { page } of [noa, yossi]) {
      const board = page.getByRole('main');
      const picks = page.getByRole('region', { name: t('memberBets') }).getByRole('listitem');
      const standing = score(board, [2, 1]).first();
      await expectOnFirstScreen(page, standing, picks.first());
      expect((await standing.boundingBox())?.height).toBe(44);
    }
    const mine = yossi.page.getByRole('img', { name: t('cellExact', { name: match[0], digit: 2 }) });
    await expectOnFirstScreen(yossi.page, mine);
    expect((await mine.boundingBox())?.height).toBe(28);
    expect((await button(noa.page, t('manageItem')).boundingBox())?.height).toBeGreaterThanOrEqual(44);

    await chooseAction(noa.page, 'updateResults');
    await enterResult(noa.page, match, [0, 3]);
    const corrected = historyEntry(yossi.page, 'corrected');
    await corrected
      .getByText(t('life.was'))
      .and(corrected.locator('p', { has: score(yossi.page, [2, 1]) }))
      .waitFor();
    await corrected
      .getByText(t('life.now'))
      .and(corrected.locator('p', { has: score(yossi.page, [0, 3]) }))
      .waitFor();
    await corrected.getByText('נועה').waitFor();
    await yossi.page.getByText(t('reasonWas', { was: 4, now: 0 })).waitFor();
    await waitForNotification('תוצאה תוקנה: 0 נקודות במקום 4', { has: score(yossi.page, [0, 3]) });
    await fixture.open(yossi.page, `/item?id=${item.id}`);
    await corrected.waitFor();

    await chooseAction(noa.page, 'voidItem');
    const question = dialog(noa.page, t('voidAsk'));
    await question.getByText(t('voidWhat')).waitFor();
    await button(question, t('voidItem')).click();
    await score(historyEntry(yossi.page, 'void'), [0, 3]).waitFor();
    await expect.poll(() => actionsOf(noa.page)).toEqual(['editItem']);
    await waitForNotification('משחק בוטל', { hasText: 'השכונה' });
    await waitForNotification('משחק בוטל', { hasText: 'תוצאה תוקנה: 0 נקודות במקום 4' });
  });

  fullTest('a vote is ticked, and corrected to another option', async () => {
    await openItemForTwo('vote', [1]);
    await chooseAction(noa.page, 'enterResults');
    // With nothing ticked the button itself says that there are no points.
    await button(sheet(noa.page), t('resultSavePoll')).waitFor();
    await expect.poll(() => button(sheet(noa.page), t('resultSave')).count()).toBe(0);
    await toggleWinner('הפועל');
    await saveResult(noa.page);
    await historyEntry(yossi.page, 'result').getByText('הפועל', { exact: true }).waitFor();
    await yossi.page.getByText(t('reason.correct')).first().waitFor();

    await chooseAction(noa.page, 'updateResults');
    // A correction starts from the present result.
    await expect.poll(() => sheet(noa.page).getByRole('checkbox', { name: 'הפועל' }).isChecked()).toBe(true);
    await toggleWinner('הפועל');
    await toggleWinner('מכבי');
    await saveResult(noa.page);
    const corrected = historyEntry(yossi.page, 'corrected');
    await corrected.getByText('הפועל', { exact: true }).waitFor();
    await corrected.getByText('מכבי', { exact: true }).waitFor();
    await waitForNotification('תוצאה תוקנה: 0 נקודות במקום 3', { hasText: 'מכבי' });
  });

  fullTest(
    'a balance is the named winner, or the option with most votes where the crowd decides',
    async () => {
      await openItemForTwo('balance', [60, 40]);
      await chooseAction(noa.page, 'enterResults');
      await expect.poll(() => button(sheet(noa.page), t('resultSave')).isDisabled()).toBe(true);
      await toggleWinner('מכבי');
      await saveResult(noa.page);
      await historyEntry(yossi.page, 'result').getByText('מכבי', { exact: true }).waitFor();
      await yossi.page.getByText(t('reason.share')).first().waitFor();

      await openItemForTwo('balance', [60, 40], { decided_by: 'crowd' });
      await chooseAction(noa.page, 'enterResults');
      await sheet(noa.page).getByText(t('resultCrowd')).waitFor();
      await saveResult(noa.page);
      await historyEntry(yossi.page, 'result').getByText('הפועל', { exact: true }).waitFor();
    },
  );

  fullTest('numbers is a digit for each option, and a correction may change one', async () => {
    await openItemForTwo('bets', [7, 2, 0]);
    await chooseAction(noa.page, 'enterResults');
    const digit = (name: string) => sheet(noa.page).getByRole('spinbutton', { name, exact: true });
    await digit('הפועל').fill('7');
    await digit('מכבי').fill('3');
    await expect.poll(() => button(sheet(noa.page), t('resultSave')).isDisabled()).toBe(true);
    await digit('בית״ר').fill('9');
    await saveResult(noa.page);
    // Exact, one off, and nine off.
    await yossi.page.getByText('+4').first().waitFor();

    await chooseAction(noa.page, 'updateResults');
    await digit('הפועל').fill('1');
    await saveResult(noa.page);
    await historyEntry(yossi.page, 'corrected').waitFor();
    await yossi.page.getByText(t('reasonWas', { was: 4, now: 1 })).waitFor();
  });
});

fullDescribe('the results of a round', () => {
  const round: readonly Match[] = [
    ['הפועל', 'מכבי'],
    ['מכבי', 'בית״ר'],
    ['בית״ר', 'הפועל'],
    ['מכבי', 'הפועל'],
  ];
  const entry = (page: Page) => dialog(page, t('roundResults'));
  const row = (page: Page, teams: Match) =>
    entry(page).getByRole('group', { name: matchName(teams), exact: true });
  const cell = (page: Page, teams: Match, side: 0 | 1) =>
    row(page, teams).getByRole('button', { name: new RegExp(`^${teams[side]}: `) });
  const fetchResult = async (item: Item) =>
    Object.values((await readItem(yossi.call, item)).options).map(({ result }) => result);

  /** A game whose matches have started. */
  async function makeRound(matches: readonly Match[]): Promise<{ id: number; items: readonly Item[] }> {
    const names = [...match, 'בית״ר'];
    const { id, items_data: items } = await makeGame(
      noa.call,
      league,
      'home/away',
      matches.map((teams) => teams.map((team) => options[names.indexOf(team)] ?? 0)),
    );
    for (const item of items)
      expect((await noa.call.post('setItemResults/', { item: item.id, value: 'start' })).status).toBe(200);
    return { id, items };
  }

  fullTest(
    'are typed on one pad and published by one tap: ten taps from the feed for four, four for one',
    async () => {
      const { items } = await makeRound(round);
      const { page } = noa;
      const fourResults = countTaps('results of four matches');
      const oneResult = countTaps('the result of one match');
      const pad = () => page.getByRole('region', { name: /^התוצאה של / });
      const type = async ({ tap }: typeof oneResult, ...digits: number[]) => {
        for (const digit of digits) await tap(button(pad(), String(digit)));
      };
      await fixture.open(page, '/main');
      await fourResults.tap(button(page, t('enterResultsOf', { count: 4 })));
      // The pad begins at the first cell; the publishing button keeps its place.
      await page.getByRole('region', { name: t('goalsTitle', { name: round[0]?.[0] }) }).waitFor();
      const publish = button(entry(page), t('publishRound'));
      await expect.poll(() => publish.isDisabled()).toBe(true);
      const place = await publish.boundingBox();
      await type(fourResults, 2, 1, 0, 0, 3, 1, 1, 2);
      await pad().waitFor({ state: 'hidden' });
      expect(await publish.boundingBox()).toEqual(place);
      await fourResults.tap(publish);
      await entry(page).waitFor({ state: 'hidden' });
      await page.getByText(t('roundPublished')).waitFor();
      expect(fourResults.total()).toBe(10);
      expect(await Promise.all(items.map(fetchResult))).toEqual([
        [2, 1],
        [0, 0],
        [3, 1],
        [1, 2],
      ]);
      await button(page, t('enterResultsOf', { count: 4 })).waitFor({ state: 'hidden' });

      const single = await makeRound(round.slice(0, 1));
      await page.reload();
      await oneResult.tap(button(page, t('enterResultsOf', { count: 1 })));
      await type(oneResult, 4, 2);
      await oneResult.tap(button(dialog(page, t('InsertItemResults')), t('resultSave')));
      await dialog(page, t('InsertItemResults')).waitFor({ state: 'hidden' });
      expect(oneResult.total()).toBe(4);
      expect(await fetchResult(single.items[0] as Item)).toEqual([4, 2]);
    },
  );

  fullTest(
    'survive a reload; a failed one stays, with the reason, and one that was entered elsewhere waits for a decision',
    async () => {
      const { id, items } = await makeRound(round);
      const [first, second, third, fourth] = items as [Item, Item, Item, Item];
      const [a, b, c, d] = round as [Match, Match, Match, Match];
      const { page } = noa;
      await fixture.open(page, `/item?id=${second.id}`);
      // The page's own match is the first; keys work too, and +10 is added to the next digit.
      await button(page, t('enterResults')).click();
      await cell(page, b, 0).and(page.locator('[data-active]')).waitFor();
      await button(entry(page), '+10').click();
      await page.keyboard.type('2');
      await page.keyboard.type('1304');
      await cell(page, c, 0).press('7');
      await page.reload();
      await expect
        .poll(() =>
          entry(page)
            .getByRole('button', { name: /: / })
            .evaluateAll((all) => all.map((it) => it.ariaLabel)),
        )
        .toEqual([
          `${b[0]}: 12`,
          `${b[1]}: 1`,
          `${a[0]}: 3`,
          `${a[1]}: 0`,
          `${c[0]}: 7`,
          t('goalsOfNone', { name: c[1] }),
          t('goalsOfNone', { name: d[0] }),
          t('goalsOfNone', { name: d[1] }),
        ]);
      // Of 12 goals the pad marks the last digit.
      await cell(page, b, 0).click();
      const pad = page.getByRole('region', { name: t('goalsTitle', { name: b[0] }) });
      await expect.poll(() => pad.locator('[aria-pressed=true]').allTextContents()).toEqual(['2']);
      // Meanwhile the first result is entered elsewhere, and the network fails for the second.
      await noa.page.route('**/api/setItemResults/**', async (route) => {
        const body = route.request().postDataJSON() as { item: number };
        await (body.item === second.id ? route.abort() : route.continue());
      });
      await noa.call.post('setItemResults/', { item: first.id, value: { home: 0, away: 1 } });
      const conflict = row(page, a).getByRole('alert');
      await conflict.getByText(t('resultConflict')).waitFor();
      await score(row(page, a), [0, 1]).waitFor();
      await conflict.getByRole('img', { name: scoreText(a, [3, 0]) }).waitFor();
      await cell(page, d, 0).press('1');
      await cell(page, d, 1).press('1');
      await button(entry(page), t('publishRound')).click();
      await row(page, b).getByText(t('failure.offline')).waitFor();
      await row(page, d)
        .getByRole('img', { name: scoreText(d, [1, 1]) })
        .waitFor();
      expect(await fetchResult(fourth)).toEqual([1, 1]);
      // An incomplete result is not sent.
      expect(await fetchResult(third)).toEqual([null, null]);
      expect((await readItem(noa.call, first)).version).toBe(3);

      await button(conflict, t('resultReplace')).click();
      await conflict.waitFor({ state: 'hidden' });
      await score(row(page, a), [3, 0]).waitFor();
      await noa.page.unroute('**/api/setItemResults/**');
      await cell(page, c, 1).press('5');
      await button(entry(page), t('publishRound')).click();
      await entry(page).waitFor({ state: 'hidden' });
      expect(await Promise.all(items.map(fetchResult))).toEqual([
        [3, 0],
        [12, 1],
        [7, 5],
        [1, 1],
      ]);
      expect((await readItem(noa.call, first)).timeline?.map(({ kind }) => kind)).toEqual([
        'made',
        'started',
        'result',
        'corrected',
      ]);
      // Nothing is left to enter.
      await fixture.open(page, `/post/${id}`);
      await matchCard(page, a).waitFor();
      await expect.poll(() => button(page, t('enterResultsOf', { count: 4 })).count()).toBe(0);
      fixture.allowErrors(noa, /ERR_FAILED/);
    },
  );

  fullTest('include votes, each with its own entry; other members are offered none', async () => {
    const { id, items_data } = await makeGame(noa.call, league, 'vote', [options], {
      description: 'מי עולה?',
    });
    const { page } = noa;
    for (const one of [yossi, noa]) await fixture.open(one.page, `/post/${id}`);
    await button(page, t('enterResultsOf', { count: 1 })).click();
    await button(dialog(page, t('InsertItemResults')), 'מי עולה?').click();
    await dialog(page, t('manageItem'))
      .getByRole('menuitem', { name: t('enterResults') })
      .click();
    await toggleWinner('מכבי');
    await button(sheet(page).last(), t('resultSave')).click();
    await page.getByText(t('resultsAllIn')).waitFor();
    expect(await fetchResult(items_data[0] as Item)).toEqual([0, 1, 0]);
    await yossi.page.getByRole('article').waitFor();
    await expect
      .poll(() => yossi.page.getByRole('button', { name: t('enterResultsOf', { count: 1 }) }).count())
      .toBe(0);
    await fixture.open(yossi.page, `/main?sheet=results&of=${id}`);
    await yossi.page.getByText(t('failure.not_found')).waitFor();
  });
});

fullTest('a dialog of the menu has the focus, and returns it to the menu’s button', async () => {
  await openItemForTwo('home/away', [1, 0]);
  const { page } = noa;
  const opener = button(page, t('manageItem'));
  for (const action of ['start', 'voidItem'] as const) {
    await opener.click();
    await dialog(page, t('manageItem'))
      .getByRole('menuitem', { name: t(action), exact: true })
      .click();
    const step = dialog(page, t(action === 'start' ? 'startAsk' : 'voidAsk'));
    await expect.poll(() => step.evaluate((it) => it.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await step.waitFor({ state: 'hidden' });
    await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true);
  }
});

fullTest(
  'of two results entered at once the second shows the conflict, and keeps the first or replaces it',
  async () => {
    const staff = await fixture.signedInVisitor('צוות');
    await fixture.server.platform.db
      .updateTable('members')
      .set({ is_staff: true })
      .where('id', '=', staff.call.id)
      .execute();
    await staff.call.get('joinAClan/', { code });
    const item = await openItemForTwo('home/away', [2, 1]);
    await fixture.open(staff.page, `/item?id=${item.id}`);
    const fill = async (page: Page, [home, away]: Score) => {
      await sheet(page).getByRole('spinbutton', { name: match[0] }).fill(String(home));
      await sheet(page).getByRole('spinbutton', { name: match[1] }).fill(String(away));
      await button(sheet(page), t('resultSave')).click();
    };
    await chooseAction(staff.page, 'enterResults');
    await sheet(staff.page).waitFor();
    await chooseAction(noa.page, 'enterResults');
    await enterResult(noa.page, match, [2, 1]);
    await fill(staff.page, [3, 0]);
    await sheet(staff.page).getByText(t('resultConflict')).waitFor();
    await score(sheet(staff.page), [2, 1]).waitFor();
    await score(sheet(staff.page), [3, 0]).waitFor();
    await button(sheet(staff.page), t('resultKeep')).click();
    await sheet(staff.page).waitFor({ state: 'hidden' });
    expect((await readItem(noa.call, item)).version).toBe(2);

    // Both correct the same result now.
    await chooseAction(noa.page, 'updateResults');
    await sheet(noa.page).waitFor();
    await chooseAction(staff.page, 'updateResults');
    await enterResult(staff.page, match, [4, 0]);
    await fill(noa.page, [0, 0]);
    await score(sheet(noa.page), [4, 0]).waitFor();
    await button(sheet(noa.page), t('resultReplace')).click();
    await sheet(noa.page).waitFor({ state: 'hidden' });
    for (const { page } of [noa, staff, yossi]) {
      const last = historyEntry(page, 'corrected').last();
      await score(last, [4, 0]).waitFor();
      await score(last, [0, 0]).waitFor();
    }
    for (const person of [noa, staff]) fixture.allowErrors(person, /status of 409/);
  },
);

fullTest(
  'an incomplete result survives a reload, and one that was entered meanwhile is shown as a conflict',
  async () => {
    const item = await openItemForTwo('home/away', [2, 1]);
    const { page } = noa;
    const goals = (team: string) => sheet(page).getByRole('spinbutton', { name: team, exact: true });
    await chooseAction(page, 'enterResults');
    await goals(match[0]).fill('5');
    await page.reload();
    await goals(match[0]).waitFor();
    expect([await goals(match[0]).inputValue(), await goals(match[1]).inputValue()]).toEqual(['5', '']);

    await noa.call.post('setItemResults/', { item: item.id, value: { home: 1, away: 1 } });
    await page.reload();
    await goals(match[1]).fill('0');
    await button(sheet(page), t('resultSave')).click();
    await score(sheet(page), [1, 1]).waitFor();
    await button(sheet(page), t('resultReplace')).click();
    await sheet(page).waitFor({ state: 'hidden' });
    await score(historyEntry(yossi.page, 'corrected'), [5, 0]).waitFor();

    // A draft that was saved or cancelled is deleted.
    await page.reload();
    await historyEntry(page, 'corrected').waitFor();
    await expect.poll(() => sheet(page).count()).toBe(0);
    await chooseAction(page, 'updateResults');
    await goals(match[0]).fill('7');
    await button(sheet(page), t('cancel')).click();
    await waitForLayers(page, 0);
    await page.reload();
    await historyEntry(page, 'corrected').waitFor();
    await expect.poll(() => sheet(page).count()).toBe(0);
    fixture.allowErrors(noa, /status of 409/);
  },
);

fullTest('the date can be moved until the start, and the friend sees the old and the new one', async () => {
  const { id } = await openItemForTwo('home/away', [2, 1]);
  const { page } = noa;
  await noa.call.put(`item/${id}/`, { date: fromIsraelInput(`${dayFromNow(2)}T18:07`) });
  await historyEntry(page, 'moved').waitFor();
  await chooseAction(page, 'moveDate');
  const form = dialog(page, t('moveDate'));
  // Steps of five minutes, and its present minute.
  const minutes = form.getByRole('combobox', { name: t('minutes'), exact: true });
  await expect
    .poll(() => minutes.locator('option').allTextContents())
    .toEqual(['00', '05', '07', '10', '15', '20', '25', '30', '35', '40', '45', '50', '55']);
  await form.getByLabel(t('gameDate')).fill(dayFromNow(5));
  await form.getByRole('combobox', { name: t('hours'), exact: true }).selectOption('21');
  await form.getByRole('combobox', { name: t('minutes'), exact: true }).selectOption('30');
  await button(form, t('save')).click();
  await form.waitFor({ state: 'hidden' });
  const moved = historyEntry(yossi.page, 'moved').filter({
    has: yossi.page.locator('time', { hasText: /21:30$/ }),
  });
  await moved.getByText(t('movedFrom')).waitFor();

  await button(page, t('start')).click();
  await button(dialog(page, t('startAsk')), t('start')).click();
  await historyEntry(yossi.page, 'started').waitFor();
  expect(await actionsOf(page)).toEqual(['enterResults', 'editItem', 'voidItem']);
});

fullTest('why an edit failed is in view on a small phone, and a saved edit is confirmed', async () => {
  const { id } = await openItemForTwo('home/away', [2, 1]);
  const { page } = noa;
  await page.setViewportSize({ width: 360, height: 640 });
  await page.route(`**/api/item/${id}/**`, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  );
  await chooseAction(page, 'editItem');
  const form = dialog(page, t('editItem'));
  await form.getByRole('textbox').first().fill('משחק העונה');
  await button(form, t('save')).click();
  const why = form.getByRole('alert').filter({ hasText: t('failure.offline') });
  await why.waitFor();
  const { y = 0, height = 0 } = (await why.boundingBox()) ?? {};
  expect([height > 0, y + height <= 640]).toEqual([true, true]);
  await page.unroute(`**/api/item/${id}/**`);
  await button(form, t('save')).click();
  await form.waitFor({ state: 'hidden' });
  await page
    .getByRole('log', { name: t('messages') })
    .getByText(t('saved'))
    .waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  fixture.allowErrors(noa, /ERR_FAILED/);
});

fullTest('the standings update points and order live, and can be limited to one game', async () => {
  const item = await openItemForTwo('home/away', [2, 1]);
  const other = await makeGame(noa.call, league, 'vote', [options], { description: 'מי עולה?' });
  const { page } = yossi;
  await fixture.open(page, `/section/${league}`);
  await waitForStanding(page, 'יוסי', 0);
  const rows = () => page.getByRole('rowheader').allInnerTexts();
  expect((await rows())[0]).toContain('יוסי');
  await postBets(noa.call, other.items_data[0] as Item, 1);
  const [first] = Object.keys(other.items_data[0]?.options ?? {});
  await noa.call.post('setItemResults/', {
    item: other.items_data[0]?.id,
    value: { options: [Number(first)] },
  });
  await waitForStanding(page, 'נועה', 3);
  await expect.poll(async () => (await rows())[0]).toContain('נועה');

  await chooseAction(noa.page, 'enterResults');
  await enterResult(noa.page, match, [2, 1]);
  await waitForStanding(page, 'יוסי', 4);
  const hisRow = page.getByRole('row', { name: /יוסי/ });
  await hisRow.getByText('+4', { exact: true }).waitFor();
  // The newest first: his exact score, then the vote on which he had no bet.
  const lastTwo = `${t('formText')}: ${t('exact')}, ${t('noBet')}`;
  await hisRow.getByRole('img', { name: lastTwo }).waitFor();
  await expect.poll(async () => (await rows())[0]).toContain('יוסי');

  await button(page, t('wholeSeason')).click();
  await dialog(page, t('chooseGame')).getByText('מי עולה?').click();
  await dialog(page, t('chooseGame')).waitFor({ state: 'hidden' });
  await waitForStanding(page, 'יוסי', 0);
  await waitForStanding(page, 'נועה', 3);
  await button(page, 'נועה').click();
  const why = dialog(page, 'נועה');
  await why.getByText(t('reason.correct')).waitFor();
  await why.getByText(t('against.them', { name: 'נועה', count: 3 })).waitFor();
  // Each has a share of the line by their points plus one: he has none.
  const shares = why.locator('[aria-hidden] span[style*=flex-grow]');
  expect(await shares.evaluateAll((all) => all.map((it) => getComputedStyle(it).flexGrow))).toEqual([
    '1',
    '4',
  ]);
  await expect.poll(() => why.getByText(item.name, { exact: true }).count()).toBe(0);

  // Leaving another league sends a reset: events may have been missed, also of the points in this sheet.
  const another = await makeLeague(noa.call, [yossi.call], 'אחרת');
  const refetched = page.waitForResponse((it) => new URL(it.url()).pathname === '/api/points/');
  await yossi.call.del('membership/', { section: another.id });
  await refetched;
});
