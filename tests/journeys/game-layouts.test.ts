import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Layout } from '#contract/layouts.ts';
import type { Item, Post } from '#contract/models.ts';
import {
  isoInDays,
  makeGame,
  makeLeague,
  makeOptions,
  postBets,
} from '#tests/support/server/leagues-and-games.ts';
import {
  button,
  chooseAction,
  dialog,
  heading,
  matchCard,
  pageTime,
  pauseClock,
  waitForScore,
  scoreText,
  type Match,
  type Score,
} from '#tests/support/browser/page-actions.ts';
import { brokenByLargeText } from '#tests/support/browser/screen-text.ts';
import { fixtureOfFile, type SignedInVisitor } from '#tests/support/browser/browser-fixture.ts';
import { t } from '#tests/support/translations.ts';
import { fullTest, runSize } from '#tests/support/run-size.ts';

/** Every layout of an item, played by two members on their own screens: before the start, after it, and with its points. */

const fixture = fixtureOfFile();

type TwoPlayers = {
  readonly noa: SignedInVisitor;
  readonly yossi: SignedInVisitor;
  readonly item: Item;
  readonly league: number;
};
type Groups = (options: number[]) => (number | number[])[][];

/** Two members of a league, each on the page of its game's only item; the first is the owner. */
async function openGameForTwo(
  layout: Layout,
  names: readonly string[],
  rules: Record<string, number | string | boolean> = {},
  {
    league = {},
    groups = (options) => [options],
  }: { league?: Record<string, unknown>; groups?: Groups } = {},
): Promise<TwoPlayers> {
  const [noa, yossi] = await Promise.all([fixture.signedInVisitor('נועה'), fixture.signedInVisitor('יוסי')]);
  const { id } = await makeLeague(noa.call, [yossi.call], 'החבר׳ה', league);
  const options = await makeOptions(noa.call, id, names);
  const { items_data } = await makeGame(noa.call, id, layout, groups(options), rules);
  const [item] = items_data;
  if (!item) throw new Error('a game without an item');
  await Promise.all(
    [noa, yossi].map(async ({ page }) => {
      await fixture.openLive(page, `/item?id=${item.id}`);
      await heading(page, t('whoHasBet')).waitFor();
    }),
  );
  return { noa, yossi, item, league: id };
}

async function startItem(page: Page): Promise<void> {
  await button(page, t('start')).click();
  await button(dialog(page, t('startAsk')), t('start')).click();
  await page.getByText(t('life.started')).waitFor();
}

/** Opens the result's sheet, has it filled by `fill`, and saves it. */
async function enterItemResult(page: Page, fill: (sheet: Locator) => Promise<unknown>): Promise<void> {
  await chooseAction(page, 'enterResults');
  const sheet = dialog(page, t('InsertItemResults'));
  await fill(sheet);
  await button(sheet, t('resultSave')).click();
  await sheet.waitFor({ state: 'hidden' });
}

const itemHeader = (page: Page) => page.locator('[data-item]').first();
/** Waits for the outcome of the visitor's own bet: its text, and its points. */
async function waitForOutcome(page: Page, outcomeText: string, points?: number): Promise<void> {
  const waitForText = (text: string) => itemHeader(page).getByText(text, { exact: true }).first().waitFor();
  await waitForText(outcomeText);
  if (points !== undefined) await waitForText(`+${points}`);
}
const waitForHeaderText = (page: Page, text: string) =>
  itemHeader(page).getByText(text, { exact: true }).first().waitFor();
/** An option's button, whose name may hold its votes too; not the button of its menu. */
const optionButton = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}(?!:)`) });
const waitForPressed = (page: Page, name: string, is: boolean) =>
  page.getByRole('button', { name: new RegExp(`^${name}(?!:)`), pressed: is }).waitFor();
/** The member's own values on the server, by the options' names. */
async function savedValues({ call }: SignedInVisitor, { id }: Item): Promise<Record<string, number>> {
  const { body } = await call.get<Item>(`item/${id}/`);
  return Object.fromEntries(
    Object.values(body.options).flatMap(({ name, value }) => (value === null ? [] : [[name, value]])),
  );
}
async function waitForSaved(who: SignedInVisitor, item: Item, picks: Record<string, number>): Promise<void> {
  await expect.poll(() => savedValues(who, item)).toEqual(picks);
}

describe('a vote', () => {
  test('with one pick moves it by a tap, hides its sums until the start, and gives points for the right option', async () => {
    const { noa, yossi, item, league } = await openGameForTwo('vote', ['פיצה', 'חומוס', 'סושי'], {
      description: 'מה אוכלים?',
      underdog: 4,
      multiplier: 2,
    });
    await expect.poll(() => button(noa.page, t('viewAll')).count()).toBe(0);
    await optionButton(noa.page, 'פיצה').click();
    await waitForSaved(noa, item, { פיצה: 1 });
    await optionButton(noa.page, 'חומוס').click();
    await waitForPressed(noa.page, 'פיצה', false);
    await waitForSaved(noa, item, { חומוס: 1 });
    await optionButton(yossi.page, 'פיצה').click();
    await waitForSaved(yossi, item, { פיצה: 1 });
    for (const { page } of [noa, yossi]) await expect.poll(() => page.getByText(/%$/).count()).toBe(0);

    await startItem(noa.page);
    for (const { page } of [noa, yossi]) {
      // Now everybody sees who chose what.
      await optionButton(page, 'פיצה')
        .filter({ hasText: 'יוסי' })
        .getByText('50%', { exact: true })
        .waitFor();
      await optionButton(page, 'חומוס')
        .filter({ hasText: 'נועה' })
        .getByText('50%', { exact: true })
        .waitFor();
      await optionButton(page, 'סושי').getByText('0%', { exact: true }).waitFor();
      await heading(page, t('memberBets')).waitFor();
      await expect.poll(() => optionButton(page, 'סושי').isDisabled()).toBe(true);
    }
    await enterItemResult(noa.page, (sheet) => sheet.getByText('פיצה', { exact: true }).click());
    // 3 points for the right pick and 4 for being alone in it, doubled.
    await waitForOutcome(yossi.page, t('hit'), 14);
    const why = [t('reason.correct'), t('reason.underdog', { count: 4 }), t('timesPoints', { count: 2 })];
    for (const part of why) await waitForHeaderText(yossi.page, part);
    await waitForOutcome(noa.page, t('missed'));
    const rules = noa.page.getByRole('region', { name: t('rulesHere') });
    await expect
      .poll(() => rules.locator('dl > div').allInnerTexts())
      .toEqual([
        `${t('rule.allowed')}\n${t('picksCount', { count: 1 })}`,
        `${t('rule.correct')}\n${t('points', { count: 3 })}`,
        `${t('rule.underdog')}\n${t('points', { count: 4 })}`,
        `${t('rule.multiplier')}\n${t('timesPoints', { count: 2 })}`,
      ]);
    await fixture.open(yossi.page, `/section/${league}`);
    await yossi.page.getByRole('rowheader').getByRole('button', { name: 'יוסי' }).click();
    await dialog(yossi.page, 'יוסי').getByText(why.join(' · ')).waitFor();
  });

  fullTest(
    'with two picks takes no third, collapses a long list of options, and gives points for each right option',
    async () => {
      const names = ['פיצה', 'חומוס', 'סושי', 'שווארמה', 'פסטה'];
      const { noa, yossi, item } = await openGameForTwo('vote', names, { bets_allow: 2, pts_correct: 5 });
      await expect.poll(() => optionButton(yossi.page, 'פסטה').count()).toBe(0);
      await button(yossi.page, t('viewAll')).click();
      await optionButton(yossi.page, 'פסטה').click();
      await yossi.page.getByText(t('picksLeft', { count: 1 }), { exact: true }).waitFor();
      await optionButton(yossi.page, 'פיצה').click();
      await waitForSaved(yossi, item, { פיצה: 1, פסטה: 1 });
      await yossi.page.getByText(t('picksLeft', { count: 0 }), { exact: true }).waitFor();
      await expect.poll(() => optionButton(yossi.page, 'חומוס').isDisabled()).toBe(true);
      await button(yossi.page, t('viewLess')).click();
      // The member's own picks stay visible.
      await waitForPressed(yossi.page, 'פסטה', true);
      await expect.poll(() => optionButton(yossi.page, 'שווארמה').count()).toBe(0);
      await optionButton(noa.page, 'פיצה').click();
      await waitForSaved(noa, item, { פיצה: 1 });

      // The owner marks an option as giving no points, by its menu; everybody sees it.
      await button(noa.page, t('optionMenu', { name: 'סושי' })).click();
      await button(dialog(noa.page, 'סושי'), t('optionAction.no_points')).click();
      for (const { page } of [noa, yossi])
        await optionButton(page, 'סושי').getByText(t('noPoints'), { exact: true }).waitFor();
      await expect.poll(() => button(yossi.page, t('optionMenu', { name: 'סושי' })).count()).toBe(0);
      // The item's history has it too.
      for (const { page } of [noa, yossi])
        await page.getByText(t('life.no_points'), { exact: true }).waitFor();

      await enterItemResult(noa.page, async (sheet) => {
        await sheet.getByText('פיצה', { exact: true }).click();
        await sheet.getByText('פסטה', { exact: true }).click();
      });
      await waitForOutcome(yossi.page, t('hit'), 10);
      await waitForOutcome(noa.page, t('hit'), 5);
    },
  );
});

test.each(
  (['bets', 'balance', 'vote'] as const).slice(0, runSize('layouts with names of one long word', 1, 3)),
)(
  'names of one long word do not widen the page of a narrow phone, and nothing overlaps them: %s',
  async (layout) => {
    const noa = await fixture.signedInVisitor('נועה', { viewport: { width: 320, height: 640 } });
    const { page } = noa;
    const { id } = await makeLeague(noa.call, [], 'החבר׳ה');
    const names = ['א'.repeat(28), 'ב'.repeat(60)];
    const options = await makeOptions(noa.call, id, names);
    const description = 'מי קודם?';
    const game = await makeGame(noa.call, id, layout, [options], { description });
    // Words longer than a line may be broken.
    const broken = async () =>
      (await brokenByLargeText(page)).filter((line) => !line.startsWith('a word in two'));
    const largeText = () => page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    for (const place of [`/item?id=${game.items_data[0]?.id}`, `/post/${game.id}`]) {
      await fixture.open(page, place);
      await page
        .getByText(names[1] ?? '')
        .first()
        .waitFor();
      await expect.poll(broken).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      await largeText();
      await expect.poll(broken).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
    }
  },
);

fullTest(
  'a balance takes votes by keyboard and whole points by buttons, and gives points by the votes on the winner',
  async () => {
    const { noa, yossi, item } = await openGameForTwo('balance', ['הבית של נועה', 'הפאב'], { bets_allow: 2 });
    const slider = (page: Page, name: string) => page.getByRole('slider', { name: t('votesFor', { name }) });
    const home = slider(noa.page, 'הבית של נועה');
    const pub = slider(noa.page, 'הפאב');
    const valueText = (thumb: Locator) => thumb.getAttribute('aria-valuetext');

    await home.focus();
    await home.press('End');
    await expect.poll(() => valueText(home)).toBe(t('votesCount', { count: 100 }));
    // In Hebrew the slider grows to the left.
    await home.press('ArrowRight');
    await expect.poll(() => valueText(home)).toBe(t('votesCount', { count: 99 }));
    await home.press('ArrowLeft');
    await pub.press('ArrowLeft');
    await expect.poll(() => valueText(pub)).toBe(t('votesCount', { count: 1 }));
    expect([await pub.getAttribute('aria-valuemin'), await pub.getAttribute('aria-valuemax')]).toEqual([
      '0',
      '100',
    ]);
    await noa.page.getByText(t('votesLeft', { count: 99 }), { exact: true }).waitFor();
    await waitForSaved(noa, item, { 'הבית של נועה': 100, הפאב: 1 });
    // 99 votes are left, less than a whole point.
    await expect
      .poll(() => button(noa.page, t('addVote', { name: 'הפאב', count: 100 })).isDisabled())
      .toBe(true);

    // Yossi: a whole point by the button, half of another by the slider, which has the votes beyond whole points.
    const other = slider(yossi.page, 'הפאב');
    await button(yossi.page, t('addVote', { name: 'הפאב', count: 100 })).click();
    await expect.poll(() => valueText(other)).toBe(t('votesCount', { count: 100 }));
    for (let tens = 0; tens < 5; tens += 1) await other.press('PageUp');
    await expect.poll(() => valueText(other)).toBe(t('votesCount', { count: 150 }));
    await expect.poll(() => other.getAttribute('aria-valuenow')).toBe('50');
    await waitForSaved(yossi, item, { הפאב: 150 });

    // Keys continue from the value that the buttons, a reversed drag, or another device have left.
    const point = { name: 'הפאב', count: 100 };
    const pressed = async (key: string, count: number) => {
      await other.press(key);
      await expect.poll(() => valueText(other)).toBe(t('votesCount', { count }));
    };
    await button(yossi.page, t('takeVote', point)).click();
    await pressed('ArrowLeft', 51);
    await button(yossi.page, t('addVote', point)).click();
    await pressed('ArrowLeft', 152);
    const { x = 0, y = 0, width = 0, height = 0 } = (await other.boundingBox()) ?? {};
    const { mouse } = yossi.page;
    await mouse.move(x + width / 2, y + height / 2);
    await mouse.down();
    await mouse.move(x - 40, y + height / 2);
    await expect.poll(() => valueText(other)).not.toBe(t('votesCount', { count: 152 }));
    await mouse.move(x + width / 2, y + height / 2);
    await mouse.up();
    await expect.poll(() => valueText(other)).toBe(t('votesCount', { count: 152 }));
    await button(yossi.page, t('takeVote', point)).click();
    await pressed('ArrowLeft', 53);
    await waitForSaved(yossi, item, { הפאב: 53 });
    expect((await postBets(yossi.call, item, undefined, 150)).status).toBeLessThan(300);
    await expect.poll(() => valueText(other)).toBe(t('votesCount', { count: 150 }));
    await pressed('ArrowLeft', 151);
    // With all votes on it the slider is full.
    await pressed('End', 200);
    await expect.poll(() => other.getAttribute('aria-valuenow')).toBe('100');
    await pressed('ArrowRight', 199);
    await waitForSaved(yossi, item, { הפאב: 199 });
    expect((await postBets(yossi.call, item, undefined, 151)).status).toBeLessThan(300);
    await expect.poll(() => valueText(other)).toBe(t('votesCount', { count: 151 }));
    await pressed('ArrowRight', 150);
    await waitForSaved(yossi, item, { הפאב: 150 });

    await startItem(noa.page);
    await expect.poll(() => slider(yossi.page, 'הפאב').count()).toBe(0);
    // 151 of 251 votes are 60 %.
    await yossi.page
      .getByText(t('votesCount', { count: 151 }))
      .first()
      .waitFor();
    await yossi.page.getByText('60%').first().waitFor();
    await enterItemResult(noa.page, (sheet) => sheet.getByText('הפאב', { exact: true }).click());
    // ⌊150 × 3 ÷ 100⌋ = 4, and ⌊1 × 3 ÷ 100⌋ = 0.
    await waitForOutcome(yossi.page, t('hit'), 4);
    await waitForHeaderText(yossi.page, t('reason.share'));
    await waitForOutcome(noa.page, t('missed'));
    await waitForHeaderText(noa.page, t('reason.tooFew'));
  },
);

fullTest(
  'numbers are typed from cell to cell, a cleared cell deletes its bet, and each digit gives its own points',
  async () => {
    const names = ['ארגנטינה', 'ברזיל', 'צרפת', 'ספרד'];
    const { noa, yossi, item } = await openGameForTwo('bets', names);
    await button(noa.page, t('cellEmpty', { name: 'ארגנטינה' })).focus();
    await noa.page.keyboard.type('2104');
    await waitForSaved(noa, item, { ארגנטינה: 2, ברזיל: 1, צרפת: 0, ספרד: 4 });
    await button(noa.page, t('cellSaved', { name: 'צרפת', digit: 0 })).waitFor();

    // One tap opens the pad, one sets a digit; clearing empties the cell and deletes the bet on the server.
    await button(yossi.page, t('cellEmpty', { name: 'ברזיל' })).click();
    const pad = yossi.page.getByRole('region', { name: t('padTitle', { name: 'ברזיל' }) });
    await expect.poll(() => button(pad, t('padClear')).isDisabled()).toBe(true);
    await yossi.page.keyboard.press('Escape');
    await pad.waitFor({ state: 'hidden' });
    await button(yossi.page, t('cellEmpty', { name: 'ברזיל' })).click();
    await button(pad, '5').click();
    await waitForSaved(yossi, item, { ברזיל: 5 });
    const cell = button(yossi.page, t('cellSaved', { name: 'ברזיל', digit: 5 }));
    await cell.press('ArrowUp');
    await cell.press('Backspace');
    await button(yossi.page, t('cellEmpty', { name: 'ברזיל' })).waitFor();
    await waitForSaved(yossi, item, {});
    expect((await yossi.call.get<{ count: number }>('bet/', { item: item.id })).body.count).toBe(0);
    await button(yossi.page, t('cellEmpty', { name: 'ספרד' })).press('1');
    await waitForSaved(yossi, item, { ספרד: 1 });

    await enterItemResult(noa.page, async (sheet) => {
      for (const [at, name] of names.entries())
        await sheet.getByRole('spinbutton', { name, exact: true }).fill(String([2, 2, 2, 1][at]));
    });
    // Exact 3, one off 1, two off 0 and none 0; Yossi's only pick is exact.
    await waitForOutcome(noa.page, t('hit'), 4);
    await waitForOutcome(yossi.page, t('hit'), 3);
    await noa.page.getByRole('img', { name: t('cellExact', { name: 'ארגנטינה', digit: 2 }) }).waitFor();
    await noa.page.getByRole('img', { name: t('cellHit', { name: 'ברזיל', digit: 1 }) }).waitFor();
    await noa.page.getByRole('img', { name: t('cellMissed', { name: 'צרפת', digit: 0 }) }).waitFor();
  },
);

fullTest('a match of two pairs has two legs, each with its number and both names on each side', async () => {
  const names = ['נועה', 'יוסי', 'דנה', 'אבי'];
  const { noa, yossi, item } = await openGameForTwo(
    'home/away',
    names,
    { rounds: 2, description: 'טניס זוגות' },
    {
      league: { groupMembersCount: 2 },
      groups: ([a = 0, b = 0, c = 0, d = 0]) => [
        [
          [a, b],
          [c, d],
        ],
      ],
    },
  );
  const match: Match = ['נועה + יוסי', 'דנה + אבי'];
  await noa.page
    .getByText(t('legNumber', { number: 1 }), { exact: true })
    .first()
    .waitFor();
  // The second leg, with its sides swapped, is one tap away.
  const next = noa.page.getByRole('navigation', { name: t('alsoInGame') }).getByRole('link');
  await expect.poll(() => next.count()).toBe(1);
  await next.click();
  await heading(noa.page, 'דנה + אבי · נועה + יוסי').waitFor();
  await noa.page
    .getByText(t('legNumber', { number: 2 }), { exact: true })
    .first()
    .waitFor();
  await noa.page.goBack();
  await heading(noa.page, 'נועה + יוסי · דנה + אבי').waitFor();

  for (const [{ page }, digits] of [
    [noa, '21'],
    [yossi, '10'],
  ] as const) {
    await button(page, t('cellEmpty', { name: match[0] })).focus();
    await page.keyboard.type(digits);
  }
  await waitForScore(noa.page, match, [2, 1], 'cellSaved');
  await waitForScore(yossi.page, match, [1, 0], 'cellSaved');

  // The status that the owner writes is shown to both.
  await chooseAction(noa.page, 'editItem');
  const form = dialog(noa.page, t('editItem'));
  await form.getByRole('textbox', { name: new RegExp(t('shortStatusText')) }).fill('מערכה שנייה');
  await form.getByRole('combobox', { name: t('displayType') }).selectOption(t('displayType.2'));
  await button(form, t('save')).click();
  await startItem(noa.page);
  for (const { page } of [noa, yossi]) {
    await itemHeader(page).getByText('מערכה שנייה', { exact: true }).first().waitFor();
    await expect.poll(() => itemHeader(page).getByText(t('live'), { exact: true }).count()).toBe(0);
  }
  await enterItemResult(noa.page, async (sheet) => {
    await sheet.getByRole('spinbutton', { name: match[0] }).fill('3');
    await sheet.getByRole('spinbutton', { name: match[1] }).fill('2');
  });
  await yossi.page
    .getByRole('img', { name: scoreText(match, [3, 2]) })
    .first()
    .waitFor();
  // The right difference gives both 3 points.
  await waitForOutcome(yossi.page, t('hit'), 3);
  await waitForHeaderText(yossi.page, t('reason.difference'));
  await waitForOutcome(noa.page, t('hit'), 3);
  const rules = noa.page.getByRole('region', { name: t('rulesHere') });
  await rules.getByText(t('points', { count: 4 }), { exact: true }).waitFor();
  expect((await savedValues(noa, item))['נועה + יוסי']).toBe(2);
});

/** The place and the size of an element as it is drawn. */
const boxOf = async (what: Locator) => {
  const { x = 0, y = 0, width = 0, height = 0 } = (await what.boundingBox()) ?? {};
  return { top: y, bottom: y + height, height, center: x + width / 2 };
};
const fontSizeOf = (what: Locator) => what.evaluate((it) => getComputedStyle(it).fontSize);

fullTest(
  'a round on a phone: five matches in view, the score over the pick, and one line once it is over',
  async () => {
    const [noa, yossi] = await Promise.all([
      fixture.signedInVisitor('נועה'),
      fixture.signedInVisitor('יוסי'),
    ]);
    const { id } = await makeLeague(noa.call, [yossi.call], 'החבר׳ה');
    const names = ['הולנד', 'בוסניה והרצגובינה', 'ברזיל', 'ארצות הברית', 'גרמניה', 'אוזבקיסטן'];
    const options = await makeOptions(noa.call, id, names);
    const pairs = [[0, 1], [2, 3], [4, 5], [1, 0], [3, 2]] as const; // oxfmt-ignore
    const groups = pairs.map((pair) => pair.map((at) => options[at] ?? 0));
    const { items_data: items } = await makeGame(noa.call, id, 'home/away', groups, {
      description: 'מחזור 9',
      due_date: isoInDays(1),
    });
    const [match, missed, unpicked] = [0, 2, 4].map((at): Match => [names[at] ?? '', names[at + 1] ?? '']);
    if (!match || !missed || !unpicked) throw new Error('a round of no matches');
    const score = (value: Score) => ({ home: value[0], away: value[1] });
    const enter = (at: number, value: unknown) =>
      noa.call.post('setItemResults/', { item: items[at]?.id, value });
    await postBets(yossi.call, items[0] as Item, 2, 1);
    await postBets(noa.call, items[0] as Item, 2, 1);
    await postBets(yossi.call, items[1] as Item, 2, 0);

    const { page } = yossi;
    await fixture.openLive(page, '/main');
    const row = (of: Match) => matchCard(page, of);
    await waitForScore(row(match), match, [2, 1], 'cellSaved');
    // Five matches of at most 84 px, between the bars; the cells are large enough for a thumb.
    const rows = page.locator('article li').filter({ has: page.locator('[data-item]') });
    await expect.poll(() => rows.count()).toBe(5);
    const boxes = await Promise.all([0, 1, 2, 3, 4].map((at) => boxOf(rows.nth(at))));
    expect(Math.max(...boxes.map(({ height }) => height))).toBeLessThanOrEqual(84);
    const bar = await boxOf(page.getByRole('navigation', { name: t('mainNavigation') }));
    expect(boxes.at(-1)?.bottom).toBeLessThanOrEqual(bar.top);
    const cell = button(row(unpicked), t('cellEmpty', { name: unpicked[0] }));
    expect((await boxOf(cell)).height).toBeGreaterThanOrEqual(44);
    // The time is in the middle, and the pick below it, with its name.
    const time = await boxOf(row(match).getByText(/^\d\d:\d\d$/));
    const saved = await boxOf(button(row(match), t('cellSaved', { name: match[0], digit: 2 })));
    expect(time.bottom).toBeLessThanOrEqual(saved.top);
    await row(match).getByText(t('myPick'), { exact: true }).waitFor();

    // During play the middle says so, and the pick is closed, with another name.
    await enter(0, 'start');
    await row(match).getByText(t('picked'), { exact: true }).waitFor();
    await row(match).getByText(t('live'), { exact: true }).waitFor();
    const closed = row(match).getByRole('img', { name: t('cellLocked', { name: match[0], digit: 2 }) });
    expect([await fontSizeOf(closed), (await boxOf(closed)).height]).toEqual(['28px', 28]);
    await expect
      .poll(() =>
        row(match)
          .getByRole('img', { name: scoreText(match, [2, 1]) })
          .count(),
      )
      .toBe(0);

    await enter(0, score([2, 1]));
    await enter(1, score([0, 1]));
    await enter(2, score([1, 1]));
    await enter(3, score([1, 1]));
    const result = row(match).getByRole('img', { name: scoreText(match, [2, 1]) });
    const digits = result.locator('bdi');
    await expect.poll(() => digits.count()).toBe(2);
    expect([await fontSizeOf(digits.first()), (await boxOf(digits.first())).height]).toEqual(['44px', 44]);
    const exact = row(match).getByRole('img', { name: t('cellExact', { name: match[0], digit: 2 }) });
    expect((await boxOf(result)).bottom).toBeLessThanOrEqual((await boxOf(exact)).top);
    // One badge; and none for a match without a pick.
    await expect
      .poll(() =>
        row(match)
          .getByText(/^(\+4|בול!)$/)
          .allInnerTexts(),
      )
      .toEqual([t('exact'), '+4']);
    await waitForScore(row(missed), missed, [2, 0], 'cellMissed');
    await row(missed).getByText(t('missed'), { exact: true }).waitFor();
    await row(unpicked).getByText(t('notPicked'), { exact: true }).waitFor();
    await expect.poll(() => row(unpicked).getByText(t('missed'), { exact: true }).count()).toBe(0);
    expect(
      Math.max(...(await Promise.all([0, 1, 2].map(async (at) => (await boxOf(rows.nth(at))).height)))),
    ).toBeLessThanOrEqual(84);

    // The last result does not collapse the round while it is shown; after a reload the round is one line.
    await enter(4, 'void');
    await rows.nth(4).getByText(t('voided'), { exact: true }).waitFor();
    await expect.poll(() => page.locator('summary').count()).toBe(0);
    await page.reload();
    const roundCard = page.getByRole('article').filter({ hasText: 'מחזור 9' });
    await roundCard.getByText('הלך אליי ועוד אחד', { exact: true }).waitFor();
    expect((await boxOf(roundCard)).height).toBe(96);
    // The league's initials replace its picture.
    expect((await roundCard.locator('summary').innerText()).split(/\s*\n\s*/)).toEqual([
      'הח',
      'מחזור 9',
      'הלך אליי ועוד אחד',
      '+4',
      t('points', { count: 4 }),
    ]);
    await expect.poll(() => rows.first().isVisible()).toBe(false);
    await page.keyboard.press('Tab');
    await roundCard.locator('summary').focus();
    await page.keyboard.press('Enter');
    await result.waitFor();
    await roundCard.getByText('מחזור 9').click();
    await result.waitFor({ state: 'hidden' });
  },
);

test('a device clock a day off does not move the countdown or the deadline', async () => {
  const day = 86_400_000;
  const [noa, yossi] = await Promise.all([fixture.signedInVisitor('נועה'), fixture.signedInVisitor('יוסי')]);
  const { id } = await makeLeague(noa.call, [yossi.call]);
  const options = await makeOptions(noa.call, id, ['הפועל', 'מכבי', 'בית״ר', 'בני יהודה']);
  await noa.context.clock.install({ time: Date.now() + day });
  await yossi.context.clock.install({ time: Date.now() - day });
  const people = [noa, yossi];
  const closes = Date.now() + 600_000;
  // The client estimates the server's time to half a second on a quick line.
  const slack = 5000;
  const game = await makeGame(noa.call, id, 'home/away', [options.slice(0, 2), options.slice(2)], {
    due_date: new Date(closes).toISOString(),
  });
  const match: Match = ['הפועל', 'מכבי'];
  const emptyMatch: Match = ['בית״ר', 'בני יהודה'];
  await Promise.all(
    people.map(async ({ page }) => {
      await fixture.open(page, `/post/${game.id}`);
      // The minutes that are left go by the server's clock, once that is estimated well.
      const timer = page.getByRole('timer').first();
      await timer.filter({ hasText: /^\d?\d:\d\d$/ }).waitFor();
      const estimateError = async () => {
        const [minutes = 0, seconds = 0] = (await timer.innerText()).split(':').map(Number);
        return Math.abs(minutes * 60_000 + seconds * 1000 - (closes - Date.now()));
      };
      await expect.poll(estimateError).toBeLessThan(slack / 2);
      await button(page, t('cellEmpty', { name: match[0] })).focus();
      await page.keyboard.type('21');
      await waitForScore(page, match, [2, 1], 'cellSaved');
      // All that depends on the pick is shown before the clock is paused.
      await button(page, t('missingPicks', { count: 1 })).waitFor();
      await heading(page, t('whoIsMissing')).waitFor();
      const clockError = (await pageTime(page)) - Date.now();
      await pauseClock(page);
      await page.clock.fastForward(closes + clockError - slack - (await pageTime(page)));
      await waitForScore(page, match, [2, 1], 'cellSaved');
      await expect.poll(() => button(page, t('cellEmpty', { name: emptyMatch[0] })).count()).toBe(1);
      await button(page, t('missingPicks', { count: 1 })).waitFor();
      await heading(page, t('whoIsMissing')).waitFor();
      await page.clock.runFor(2 * slack);
      await page.getByRole('img', { name: t('cellLocked', { name: match[0], digit: 2 }) }).waitFor();
      await page.getByText(t('closed'), { exact: true }).first().waitFor();
      // No pick is missing any more, and nobody can be reminded.
      await page.clock.runFor(10_000);
      await button(page, t('missingPicks', { count: 1 })).waitFor({ state: 'hidden' });
      await heading(page, t('whoIsMissing')).waitFor({ state: 'hidden' });
    }),
  );
});

fullTest(
  'a joker moves to an open match by tap or key, is shown to others once that starts, and doubles its points',
  async () => {
    const { noa, yossi, item } = await openGameForTwo(
      'home/away',
      ['הפועל', 'מכבי', 'בית״ר', 'בני יהודה'],
      { joker: true },
      { groups: (options) => [options.slice(0, 2), options.slice(2)] },
    );
    const { page, call } = yossi;
    const [, other] = (await call.get<Post>(`post/${item.post}/`)).body.items_data;
    await postBets(call, item, 2, 1);
    const joker = (pressed: boolean) => page.getByRole('button', { name: t('joker'), exact: true, pressed });
    await joker(false).click();
    await joker(true).waitFor();
    await fixture.open(page, `/item?id=${other?.id}`);
    await joker(false).press('Enter');
    await joker(true).waitFor();
    await fixture.open(page, `/item?id=${item.id}`);
    await joker(false).press('Space');
    await joker(true).waitFor();
    expect((await call.get<Item>(`item/${item.id}/`)).body.joker).toBe('here');

    const his = noa.page
      .getByRole('listitem')
      .filter({ hasText: 'יוסי' })
      .getByText(t('joker'), { exact: true });
    await expect.poll(() => his.count()).toBe(0);
    await startItem(noa.page);
    await his.waitFor();
    await waitForHeaderText(page, t('joker'));
    await expect.poll(() => page.getByRole('button', { name: t('joker'), exact: true }).count()).toBe(0);
    await enterItemResult(noa.page, async (sheet) => {
      await sheet.getByRole('spinbutton', { name: 'הפועל' }).fill('2');
      await sheet.getByRole('spinbutton', { name: 'מכבי' }).fill('1');
    });
    await waitForOutcome(page, t('exact'), 8);
    await page
      .getByRole('region', { name: t('rulesHere') })
      .getByText(t('rule.joker'))
      .waitFor();
    await fixture.open(page, `/item?id=${other?.id}`);
    await page.getByText(t('jokerSpent')).waitFor();
  },
);

fullTest('offline, the banner counts pending picks, which are sent when the connection returns', async () => {
  const { yossi, item } = await openGameForTwo('bets', ['ארגנטינה', 'ברזיל']);
  const { page } = yossi;
  await yossi.context.setOffline(true);
  await button(page, t('cellEmpty', { name: 'ארגנטינה' })).press('3');
  const banner = page.getByRole('status').filter({ hasText: t('offlineWaiting', { count: 1 }) });
  await banner.waitFor();
  await yossi.context.setOffline(false);
  await banner.waitFor({ state: 'hidden' });
  await waitForSaved(yossi, item, { ארגנטינה: 3 });
  // The line may be cut before the page has loaded code that a pick does not need.
  fixture.allowErrors(yossi, /ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically|code not loaded/);
});
