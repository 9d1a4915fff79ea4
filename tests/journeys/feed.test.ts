import { sql } from 'kysely';
import type { Post } from '#contract/models.ts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  createMember,
  isoInDays,
  makeGame,
  makeLeague,
  makeOptions,
  postBets,
} from '#tests/support/server/leagues-and-games.ts';
import { animationsFinished, button, dialog, heading, textbox } from '#tests/support/browser/page-actions.ts';
import { expectWithin, fullDescribe, fullTest, runSize } from '#tests/support/run-size.ts';
import {
  fixtureOfFile,
  type SignedInVisitor,
  type BrowserFixture,
} from '#tests/support/browser/browser-fixture.ts';
import { mostStyledDuring } from '#tests/support/browser/main-thread-tasks.ts';
import { measureScroll } from '#tests/support/browser/measure-scroll.ts';
import { t } from '#tests/support/translations.ts';

/** The feed of games: new ones are announced, nothing shifts while somebody reads, and every game is in it. */

const fixture = fixtureOfFile();

const titles = ['ראשון', 'שני', 'שלישי'] as const;

/** The owner of a league, another member, and two options for its games. */
async function twoMembersWithOptions(yossisOptions: Parameters<BrowserFixture['signedInVisitor']>[1] = {}) {
  const [noa, yossi] = await Promise.all([
    fixture.signedInVisitor('נועה'),
    fixture.signedInVisitor('יוסי', yossisOptions),
  ]);
  const { id: league } = await makeLeague(noa.call, [yossi.call], 'השכונה');
  const options = await makeOptions(noa.call, league, ['הפועל', 'מכבי']);
  // All are due at the same time: pinned first, then the newest.
  const due_date = isoInDays(3);
  const game = (description: string) =>
    makeGame(noa.call, league, 'home/away', [options], { description, due_date });
  return { noa, yossi, league, options, game };
}

/** Inserts `count` games, an hour apart, of one to three matches, with long, short or no descriptions. Returns the oldest's id. */
async function insertGames(
  league: number,
  by: SignedInVisitor,
  options: readonly number[],
  count: number,
): Promise<number> {
  const { rows } = await sql<{ oldest: number }>`
    with games as (
      insert into posts (league_id, author_id, created, layout, description, due_date, group_size)
      select ${league}::integer, ${by.call.id}::integer, now() - (${count}::integer - n) * interval '1 hour', 'home/away',
        case n % 3 when 0 then 'מחזור ' || n when 1 then 'משחק ' || n || repeat(' ועוד מילים', n * 13 % 29) else '' end,
        now() + interval '3 days', 2
      from generate_series(1, ${count}::integer) n returning id
    ), matches as (
      insert into items (post_id, position, name, date, layout, details)
      select games.id, k, 'הפועל · מכבי', now() + interval '3 days', 'home/away',
        '{"group":0,"groupName":"","roundName":"","roundNum":null,"rules":[]}'::jsonb
      from games, generate_series(0, 2) k where k <= games.id % 3 returning id
    ), sides as (
      insert into item_options (item_id, option_id, position, name, data)
      select matches.id, (${[...options]}::integer[])[k + 1], k, (array['הפועל', 'מכבי'])[k + 1],
        jsonb_build_array((array['הפועל', 'מכבי'])[k + 1])
      from matches, generate_series(0, 1) k
    )
    select min(id) as oldest from games`.execute(fixture.server.platform.db);
  return rows[0]?.oldest ?? 0;
}

/** By selector: roles exclude what is behind a sheet. */
const cards = (page: Page): Locator => page.locator('article');
const card = (page: Page, text: string): Locator =>
  cards(page).filter({ has: page.getByText(text, { exact: true }) });
/** The title of `titles` that each card shows, in order; empty for a card without one. */
const order = async (page: Page): Promise<string[]> =>
  (await cards(page).allInnerTexts()).map((text) => titles.find((title) => text.includes(title)) ?? '');
const openOptions = (page: Page, text: string) => button(card(page, text), t('options')).click();
/** Milliseconds from the server's response to a change until another page shows it. */
async function latencyOf(page: Page, act: () => Promise<unknown>, shown: Promise<unknown>): Promise<number> {
  const answered = page
    .waitForResponse((answer) => answer.request().method() !== 'GET' && answer.url().includes('/api/'))
    .then(Date.now);
  await act();
  const [at, from] = await Promise.all([shown.then(Date.now), answered]);
  return at - from;
}

fullTest(
  'an owner pins, edits, deletes and restores a game; other members see it at once, and are offered none of it',
  async () => {
    const { noa, yossi, league, game } = await twoMembersWithOptions();
    for (const title of titles) await game(title);
    await Promise.all([fixture.open(noa.page, '/main'), fixture.open(yossi.page, '/main')]);
    await Promise.all([card(noa.page, 'ראשון').waitFor(), card(yossi.page, 'ראשון').waitFor()]);
    await expect.poll(() => order(noa.page)).toEqual(['שלישי', 'שני', 'ראשון']);

    const one = card(yossi.page, 'שני');
    await one.getByText('השכונה', { exact: true }).waitFor();
    await one.getByText('נועה', { exact: true }).waitFor();
    await expect
      .poll(() => one.getByRole('link', { name: `${t('viewSection')} השכונה` }).getAttribute('href'))
      .toBe(`/#/section/${league}`);
    await openOptions(yossi.page, 'שני');
    const sheet = dialog(yossi.page, t('options'));
    await sheet.waitFor();
    const offered = await sheet
      .locator('button, a')
      .evaluateAll((all) => all.map((it) => it.getAttribute('aria-label') ?? it.textContent));
    expect(new Set(offered)).toEqual(new Set([t('close')]));
    await button(sheet, t('close')).last().click();
    await sheet.waitFor({ state: 'hidden' });

    // A pinned game goes to the top for its owner; for another member nothing moves until a refresh.
    const latencies: Record<string, number> = {};
    await openOptions(noa.page, 'ראשון');
    latencies['pinned'] = await latencyOf(
      noa.page,
      () => button(dialog(noa.page, t('options')), t('pin')).click(),
      card(yossi.page, 'ראשון').getByText(t('pinned'), { exact: true }).waitFor(),
    );
    await expect.poll(() => order(noa.page)).toEqual(['ראשון', 'שלישי', 'שני']);
    await expect.poll(() => order(yossi.page)).toEqual(['שלישי', 'שני', 'ראשון']);
    await button(yossi.page, t('refresh')).click();
    await expect.poll(() => order(yossi.page)).toEqual(['ראשון', 'שלישי', 'שני']);

    // A deleted game disappears for both; restored, it is back in its place, and announced to the other member.
    await openOptions(noa.page, 'שלישי');
    latencies['deleted'] = await latencyOf(
      noa.page,
      () => button(dialog(noa.page, t('options')), t('delete')).click(),
      card(yossi.page, 'שלישי').waitFor({ state: 'hidden' }),
    );
    const deletedDialog = dialog(noa.page, t('postDeleted'));
    await deletedDialog.waitFor();
    await expect.poll(() => order(noa.page)).toEqual(['ראשון', 'שני']);
    await button(deletedDialog, t('undo')).click();
    await deletedDialog.waitFor({ state: 'hidden' });
    await expect.poll(() => order(noa.page)).toEqual(['ראשון', 'שלישי', 'שני']);
    await expect.poll(() => button(noa.page, t('newGames', { count: 1 })).count()).toBe(0);
    await button(yossi.page, t('newGames', { count: 1 })).click();
    await expect.poll(() => order(yossi.page)).toEqual(['ראשון', 'שלישי', 'שני']);

    // Edited by the form.
    await openOptions(noa.page, 'שני');
    await dialog(noa.page, t('options'))
      .getByRole('link', { name: t('edit') })
      .click();
    const form = dialog(noa.page, t('editPost'));
    await form.getByRole('textbox').first().fill('הדרבי');
    latencies['edited'] = await latencyOf(
      noa.page,
      () => button(form, t('save')).click(),
      card(yossi.page, 'הדרבי').waitFor(),
    );
    await card(noa.page, 'הדרבי').waitFor();
    await openOptions(noa.page, 'ראשון');
    await button(dialog(noa.page, t('options')), t('unpin')).click();
    await expect.poll(async () => (await order(noa.page)).at(-1)).toBe('ראשון');

    for (const [what, ms] of Object.entries(latencies))
      expectWithin(`the friend sees a game ${what}`, ms, 1000);
    await expect.poll(() => textbox(noa.page, t('description')).count()).toBe(0);

    // Deleted elsewhere, its own page says so to the owner, who restores it there; for others it is gone.
    const { id } = await game('אחרון');
    await Promise.all([noa, yossi].map(({ page }) => fixture.openLive(page, `/post/${id}`)));
    await Promise.all([noa, yossi].map(({ page }) => card(page, 'אחרון').waitFor()));
    await noa.call.del('post/', { ids: id });
    await heading(yossi.page, t('gameGone')).waitFor();
    await noa.page.getByText(t('postDeleted'), { exact: true }).waitFor();
    await button(noa.page, t('undo')).click();
    await button(deletedDialog, t('undo')).click();
    await deletedDialog.waitFor({ state: 'hidden' });
    await noa.page.getByText(t('postDeleted'), { exact: true }).waitFor({ state: 'hidden' });
    fixture.allowErrors(yossi, /status of 404/);
  },
);

describe('a new game', () => {
  test('is shown at once in an empty feed', async () => {
    const { yossi, game } = await twoMembersWithOptions();
    await fixture.open(yossi.page, '/main');
    await yossi.page.getByText(t('noGamesYet')).waitFor();
    await yossi.page.getByRole('link', { name: t('inviteFriends') }).waitFor();
    const shownAt = card(yossi.page, 'ראשון').waitFor().then(Date.now);
    await game('ראשון');
    const createdAt = Date.now();
    expectWithin('a first game is shown', (await shownAt) - createdAt, 1000);
    await expect.poll(() => yossi.page.getByText(t('noGamesYet')).count()).toBe(0);
  });

  fullTest('is announced to a member who has scrolled down; an edited old game is not', async () => {
    const { noa, yossi, league, options, game } = await twoMembersWithOptions();
    const oldest = await insertGames(league, noa, options, 24);
    const { page } = yossi;
    await fixture.open(page, '/main');
    await cards(page).first().waitFor();
    await page.mouse.move(180, 400);
    await page.mouse.wheel(0, 900);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
    await expect.poll(() => cards(page).count()).toBeGreaterThan(2);
    const firstCardInView = () =>
      cards(page).evaluateAll((all) =>
        all
          .map((it) => ({
            id: it.getAttribute('aria-labelledby'),
            top: Math.round(it.getBoundingClientRect().top),
          }))
          .find(({ top }) => top > 0),
      );
    // The scroll has ended and every card is rendered in full.
    await page.locator('section:not([data-scrolling])').waitFor();
    await expect.poll(() => page.locator('[data-unfinished]').count()).toBe(0);
    const before = await firstCardInView();

    expect((await noa.call.put(`post/${oldest}/`, { description: 'מילים אחרות' })).status).toBe(200);
    await game('ראשון');
    await button(page, t('newGames', { count: 1 })).waitFor();
    await expect.poll(() => firstCardInView()).toEqual(before);
    await button(page, t('newGames', { count: 1 })).click();
    await card(page, 'ראשון').waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);

    // Scrolls to the end of the list; far fewer cards are rendered than there are games.
    const ids = new Set<string | null>();
    const collectAndScroll = async () => {
      const drawn = await page
        .locator('[data-index]')
        .evaluateAll((rows) =>
          rows.map((row) => row.querySelector('article')?.getAttribute('aria-labelledby') ?? null),
        );
      // Rows that are not rendered yet are waited for, not scrolled past.
      if (drawn.length === 0 || drawn.includes(null)) return false;
      for (const id of drawn) ids.add(id);
      await page.mouse.wheel(0, 500);
      return page.getByText(t('endOfList')).isVisible();
    };
    await expect.poll(collectAndScroll, { timeout: 120_000, interval: 100 }).toBe(true);
    await expect.poll(() => collectAndScroll().then(() => ids.size)).toBe(25);
    await expect.poll(() => cards(page).count()).toBeLessThan(16);
  });
});

describe('above the feed', () => {
  const strip = (page: Page) => page.locator('main section').first().locator(':scope > div').first();
  const bar = (page: Page) => page.getByRole('navigation', { name: t('liveNow') });
  const boxOf = async (what: Locator) => {
    const box = await what.boundingBox();
    if (!box) throw new Error('not drawn');
    return box;
  };
  /** The contrast of each of these texts with the background they lie on, which must be of one colour. */
  const contrasts = async (ground: Locator, texts: Locator) => {
    const rgb = (css: string) => (css.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
    const luminance = (channels: readonly number[]) => {
      const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
        const part = channel / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = rgb(await ground.evaluate((it) => getComputedStyle(it).backgroundColor));
    const inks = await texts.evaluateAll((found) =>
      found.map((it) => [getComputedStyle(it).color, Number(getComputedStyle(it).opacity)] as const),
    );
    return inks.map(([ink, opacity]) => {
      const shownColor = rgb(ink).map((channel, at) => opacity * channel + (1 - opacity) * (behind[at] ?? 0));
      const [lighter = 0, darker = 0] = [luminance(shownColor), luminance(behind)].toSorted(
        (one, other) => other - one,
      );
      return (lighter + 0.05) / (darker + 0.05);
    });
  };
  const pad = (page: Page, name: string) => page.getByRole('region', { name: t('padTitle', { name }) });

  test('are the member’s place, the next one and the missing picks, which a tap leads to', async () => {
    const { noa, yossi, league, options } = await twoMembersWithOptions();
    const settled = await makeGame(noa.call, league, 'home/away', [options]);
    const [match] = settled.items_data;
    if (!match) throw new Error('no match');
    await postBets(noa.call, match, 2, 1);
    await noa.call.post('setItemResults/', { item: match.id, value: { home: 2, away: 1 } });
    const others = await makeOptions(noa.call, league, ['עומר', 'גיא']);
    await makeGame(noa.call, league, 'home/away', [others], { due_date: isoInDays(2) });
    const oldest = await insertGames(league, noa, options, 9);
    const { page } = yossi;
    // The table loads late: the place of its words is reserved.
    let answer = () => {};
    const released = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/api\/standings\//, async (route) => {
      await released;
      await route.continue();
    });
    await fixture.open(page, '/main');
    await cards(page).first().waitFor();
    const place = strip(page).getByRole('link');
    const tops = async () => [(await boxOf(strip(page))).height, (await boxOf(cards(page).first())).y];
    const before = await tops();
    await expect.poll(() => place.innerText()).not.toContain('נקודות');
    answer();
    await expect.poll(() => place.innerText()).toContain('עוד 4 נקודות עד נועה');
    await expect.poll(() => place.innerText()).toMatch(/מקום\s+2/);
    await expect.poll(() => tops()).toEqual(before);
    expect(before[0]).toBe(72);
    // One match closes before all others, of 1 + (9 games of one to three).
    const pick = strip(page).getByRole('button');
    const missing = async () => Number(/\d+/.exec(await pick.innerText())?.[0]);
    const count = await missing();
    expect(count).toBeGreaterThan(9);

    await pick.click();
    await pad(page, 'עומר').waitFor();
    const isOverPad = async (name: string) => {
      const keys = pad(page, name);
      await animationsFinished(keys);
      const cell = await boxOf(page.getByRole('button', { expanded: true, name: new RegExp(`^${name}:`) }));
      return cell.y > 60 && cell.y + cell.height <= (await boxOf(keys)).y;
    };
    await expect.poll(() => isOverPad('עומר')).toBe(true);
    await button(pad(page, 'עומר'), '3').click();
    await button(pad(page, 'גיא'), '0').click();
    await expect.poll(missing).toBe(count - 1);
    await page.keyboard.press('Escape');
    // A match far down, which is not rendered yet, closes first now.
    const { body: last } = await noa.call.get<Post>(`post/${oldest}/`);
    const [far] = last.items_data;
    if (!far) throw new Error('no match');
    await noa.call.put(`item/${far.id}/`, { date: isoInDays(1) });
    await expect.poll(() => pick.innerText()).toContain('מחר');
    const farCard = page.locator(`[data-item="${far.id}"]`);
    await expect.poll(() => farCard.count()).toBe(0);
    await pick.click();
    await farCard.getByRole('button', { expanded: true, name: /^הפועל:/ }).waitFor();
    await expect.poll(() => isOverPad('הפועל')).toBe(true);
    await page.keyboard.press('Escape');
    // The member's place follows the table.
    const next = await makeGame(noa.call, league, 'home/away', [options], { due_date: isoInDays(1) });
    const [soon] = next.items_data;
    if (!soon) throw new Error('no match');
    await postBets(yossi.call, soon, 1, 0);
    await noa.call.post('setItemResults/', { item: soon.id, value: { home: 1, away: 0 } });
    await expect.poll(() => place.innerText()).toContain(t('placeFirst'));
    await place.click();
    await page.waitForURL(new RegExp(`section/${league}`));
  });

  fullTest(
    'on a desktop a round is filled by keyboard alone: no pad opens, and nothing covers the cell',
    async () => {
      const desk = { viewport: { width: 1280, height: 800 } };
      const { noa, yossi, league } = await twoMembersWithOptions(desk);
      const teams = Array.from({ length: 16 }, (_, at) => `קבוצה ${at + 1}`);
      const all = await makeOptions(noa.call, league, teams);
      const pairs = Array.from({ length: 8 }, (_, at) => all.slice(2 * at, 2 * at + 2));
      const { items_data } = await makeGame(noa.call, league, 'home/away', pairs);
      const { page, call } = yossi;
      const { keyboard } = page;
      await fixture.open(page, '/main');
      const cellOf = (name: string) => cards(page).getByRole('button', { name: new RegExp(`^${name}:`) });
      const active = page.locator('[data-active]');
      const anyPad = page.getByRole('region', { name: /^הניחוש על / });
      /** The name before the colon, if the cell is wholly in view and has the focus. */
      const activeName = () =>
        active.evaluateAll((found) =>
          found.map((it) => {
            const { x, y, width, height, top, bottom } = it.getBoundingClientRect();
            const isUncovered = [y + 4, y + height - 4].every((at) => {
              const above = document.elementFromPoint(x + width / 2, at);
              return it === above || it.contains(above);
            });
            const isSeen = isUncovered && top > 60 && bottom < innerHeight && it === document.activeElement;
            return `${it.ariaLabel?.split(':')[0]}${isSeen ? '' : ' (not in view)'}`;
          }),
        );
      const isActive = async (name: string) => {
        await expect.poll(activeName).toEqual([name]);
      };
      await cellOf('קבוצה 1').waitFor();
      for (let steps = 0; steps < 30 && (await active.count()) === 0; steps += 1) await keyboard.press('Tab');
      for (const [at, name] of teams.entries()) {
        await isActive(name);
        await keyboard.press(String(at % 10));
      }
      await expect.poll(() => anyPad.count()).toBe(0);
      const picks = async () =>
        (await call.get<Post>(`post/${items_data[0]?.post}/`)).body.items_data.map(({ options }) =>
          Object.values(options).map(({ value }) => value),
        );
      const typed = teams.map((_, at) => at % 10);
      const expected = items_data.map((_, at) => typed.slice(2 * at, 2 * at + 2));
      await expect.poll(picks).toEqual(expected);
      // The mouse chooses a cell; Enter and the arrows go on from there, and Escape leaves.
      await page.mouse.wheel(0, -5000);
      await cellOf('קבוצה 1').click();
      await isActive('קבוצה 1');
      for (const [key, name] of [
        ['ArrowLeft', 'קבוצה 2'],
        ['Enter', 'קבוצה 3'],
        ['ArrowDown', 'קבוצה 5'],
        ['ArrowRight', 'קבוצה 4'],
        ['ArrowUp', 'קבוצה 2'],
      ] as const) {
        await keyboard.press(key);
        await isActive(name);
      }
      await keyboard.press('ArrowRight');
      await keyboard.press('Backspace');
      await expect
        .poll(picks)
        .toEqual([[], ...expected.slice(1)].map((it, at) => (at === 0 ? [null, null] : it)));
      await keyboard.press('Escape');
      await expect.poll(activeName).toEqual([]);
      await expect.poll(() => anyPad.count()).toBe(0);
      // A touch on the same screen opens the pad.
      const { x, y } = await boxOf(cellOf('קבוצה 3'));
      const cdp = await page.context().newCDPSession(page);
      const touchPoints = [{ x: x + 10, y: y + 10 }];
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await pad(page, 'קבוצה 3').waitFor();
      // Keys that come before the next paint each apply to the cell that the previous key moved to.
      await page.evaluate(() => {
        for (const key of ['ArrowLeft', 'Backspace', 'ArrowRight', 'Backspace'])
          document.activeElement?.dispatchEvent(
            new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
          );
      });
      await expect
        .poll(async () => (await picks()).slice(0, 3))
        .toEqual([[null, null], [null, null], expected[2]]);
    },
  );

  fullTest('opening a sheet does not restyle the page under it', async () => {
    const { noa, yossi, league, options } = await twoMembersWithOptions();
    await insertGames(league, noa, options, 24);
    const { page } = yossi;
    await fixture.open(page, '/main');
    await cards(page).nth(1).waitFor();
    const chat = button(cards(page).first(), t('commentsCount', { count: 0 }));
    const sheet = page.getByRole('dialog');
    const openAndClose = async () => {
      await chat.click();
      await sheet.getByRole('textbox').waitFor();
      await animationsFinished(sheet);
      await page.keyboard.press('Escape');
      await expect.poll(() => sheet.count()).toBe(0);
    };
    // Loads its code and its style.
    await openAndClose();
    const ofPage = await page.evaluate(() => document.querySelectorAll('#root *').length);
    expect(ofPage).toBeGreaterThan(250);
    const styled = [];
    for (let time = 0; time < 3; time += 1) styled.push(await mostStyledDuring(page, openAndClose));
    // Something else on the page may change meanwhile, but not each time.
    expect(Math.min(...styled)).toBeLessThan(ofPage / 2);
  });

  fullTest('a bar of live matches stays on the screen, moves no card, and opens the match', async () => {
    const { noa, yossi, league, options } = await twoMembersWithOptions();
    const oldest = await insertGames(league, noa, options, 24);
    const { page } = yossi;
    await fixture.open(page, '/main');
    await cards(page).first().waitFor();
    await expect.poll(() => bar(page).count()).toBe(0);
    const step = (post: number, value: unknown) =>
      noa.call
        .get<{ items_data: { id: number }[] }>(`post/${post}/`)
        .then(({ body }) => noa.call.post('setItemResults/', { item: body.items_data[0]?.id, value }));
    const top = async () => (await boxOf(cards(page).first())).y;
    const before = await top();
    // A match beyond the pages that are loaded.
    await step(oldest, 'start');
    await bar(page).waitFor();
    await expect.poll(() => top()).toBe(before);
    // More picks may be missing on later pages, unless the last game that is loaded has all of its picks.
    const missing = strip(page).getByRole('button');
    await expect.poll(() => missing.innerText()).toMatch(/\d\+/);
    const { body: tenth } = await yossi.call.get<Post>(`post/${oldest + 14}/`);
    for (const item of tenth.items_data) await postBets(yossi.call, item, 1, 1);
    await expect.poll(() => missing.innerText()).toMatch(/^\d\d ניחושים/);
    await page.mouse.move(180, 400);
    await page.mouse.wheel(0, 900);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
    await animationsFinished(bar(page));
    const { y, height } = await boxOf(bar(page));
    const tabs = await boxOf(page.getByRole('navigation', { name: t('mainNavigation') }));
    expect([height, y > 400, y + height <= tabs.y]).toEqual([48, true, true]);
    // Another one, the first in the feed, whose score a source reports.
    const source = {
      name: 'OpenLigaDB',
      state: 'live',
      held: false,
      score: { home: 2, away: 1 },
      extraTime: null,
      penalties: null,
    };
    await sql`update items set details = details || ${JSON.stringify({ source })}::jsonb
      where post_id = ${oldest + 23}`.execute(fixture.server.platform.db);
    await step(oldest + 23, 'start');
    await expect.poll(() => bar(page).getByRole('link').count()).toBe(2);
    const score = t('scoreSpoken', { home: 'הפועל', homeScore: 2, away: 'מכבי', awayScore: 1 });
    const running = bar(page).getByRole('img', { name: score, exact: true });
    await running.waitFor();
    // Large digits need a contrast of three.
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect
        .poll(async () => Math.min(...(await contrasts(bar(page), running.locator('bdi')))))
        .toBeGreaterThan(3);
    }
    await page.mouse.wheel(0, -900);
    await cards(page).getByRole('img', { name: score, exact: true }).waitFor();
    await bar(page)
      .getByText(t('liveCount', { count: 2 }), { exact: true })
      .waitFor();
    await step(oldest + 23, { home: 1, away: 0 });
    await expect.poll(() => bar(page).getByRole('link').count()).toBe(1);
    await bar(page).getByRole('link').click();
    await page.waitForURL(/item\?id=/);
    await page.goBack();
    await bar(page).waitFor();
    // On a desktop it stays within the top bar, and covers nothing of the feed.
    await page.setViewportSize({ width: 1280, height: 800 });
    const topBar = page.getByRole('banner');
    await expect.poll(async () => (await boxOf(topBar)).width).toBeGreaterThan(900);
    await animationsFinished(bar(page));
    const wide = await boxOf(bar(page));
    expect([wide.height, wide.y >= 0, wide.y + wide.height <= (await boxOf(topBar)).height]).toEqual([
      48,
      true,
      true,
    ]);
    await bar(page).getByRole('link').click({ trial: true });
    const member = topBar.getByRole('link').last();
    await member.locator('bdi').evaluate((name) => (name.textContent = 'מתתיהו '.repeat(8)));
    const { x, width } = await boxOf(member);
    expect(x + width).toBeLessThanOrEqual(wide.x);
    await step(oldest, { home: 1, away: 0 });
    await bar(page).waitFor({ state: 'hidden' });
  });
});

fullDescribe('beside the feed', () => {
  const pane = (page: Page, name: 'standings' | 'matchPane' | 'gamePane' | 'chat') =>
    page.getByRole('region', { name: t(name), exact: true });
  const rows = (page: Page) => cards(page).getByRole('button', { name: new RegExp(`^${t('openItem')}`) });
  const isFocused = (what: Locator) => what.evaluate((it) => it === document.activeElement);
  const isWithinFocus = (what: Locator) => what.evaluate((it) => it.contains(document.activeElement));
  /** Presses a row that is wholly in view, outside its cells. */
  const pressRow = async (page: Page): Promise<Locator> => {
    const tops = await rows(page).evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
    const row = rows(page).nth(tops.findIndex((top) => top > 120));
    await row.click({ position: { x: 6, y: 6 } });
    return row;
  };

  test('are the table, then the match and its chat, which Back closes; the feed is unchanged, after a reload too', async () => {
    const desk = { viewport: { width: 1280, height: 800 } };
    const { noa, yossi, league, options } = await twoMembersWithOptions(desk);
    await insertGames(league, noa, options, 24);
    const { page } = yossi;
    await fixture.open(page, '/main');
    await cards(page).first().waitFor();
    await pane(page, 'standings').getByRole('table').waitFor();
    const boxes = await Promise.all(
      [cards(page).first(), pane(page, 'standings')].map((it) => it.boundingBox()),
    );
    expect(boxes.map((box) => box?.width)).toEqual([560, 544]);
    // Named landmarks, in reading order: from the right.
    const rail = await page.getByRole('navigation', { name: t('mainNavigation') }).boundingBox();
    expect([rail?.x, boxes[0]?.x, boxes[1]?.x]).toEqual([1176, 592, 24]);
    await page.getByRole('main', { name: t('mainScreen') }).waitFor();

    await page.mouse.move(900, 400);
    await page.mouse.wheel(0, 900);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
    await page.locator('section:not([data-scrolling])').first().waitFor();
    await expect.poll(() => page.locator('[data-unfinished]').count()).toBe(0);
    /** The cards in view, whether each is the same element as before, and where it is. */
    const feed = () =>
      cards(page).evaluateAll((all) =>
        all
          .map((it) => ({ it, ...it.getBoundingClientRect().toJSON() }) as DOMRect & { it: HTMLElement })
          .filter(({ top, bottom }) => bottom > 0 && top < innerHeight)
          .map(({ it, top }) => [it.getAttribute('aria-labelledby'), Math.round(top), it.dataset['kept']]),
      );
    await cards(page).evaluateAll((all) => all.forEach((it) => (it.dataset['kept'] = 'yes')));
    const before = await feed();
    const isKept = async () => {
      expect(before.length).toBeGreaterThan(1);
      await expect.poll(() => feed()).toEqual(before);
    };

    const row = await pressRow(page);
    const match = pane(page, 'matchPane');
    await match.getByRole('heading', { level: 2 }).nth(1).waitFor();
    await expect.poll(() => isWithinFocus(match)).toBe(true);
    expect(page.url()).toMatch(/#\/item\?id=\d+$/);
    await expect.poll(() => pane(page, 'standings').count()).toBe(0);
    await isKept();

    const comments = match.getByRole('button', { name: t('commentsCount', { count: 0 }) });
    await comments.click();
    await pane(page, 'chat').getByText(t('chatEmptyTitle')).waitFor();
    await expect.poll(() => isFocused(textbox(page, t('writeMessage')))).toBe(true);
    expect(page.url()).toMatch(/#\/item\?id=\d+&sheet=chat&of=\d+$/);
    await expect.poll(() => match.count()).toBe(0);
    await isKept();

    await page.goBack();
    await pane(page, 'chat').waitFor({ state: 'hidden' });
    await expect.poll(() => isFocused(comments)).toBe(true);
    await page.goBack();
    await pane(page, 'standings').waitFor();
    expect(page.url()).toMatch(/#\/main$/);
    await expect.poll(() => isFocused(row)).toBe(true);
    await isKept();

    await page.goForward();
    await match.waitFor();
    await isKept();
    await page.reload();
    await match.getByRole('heading', { level: 2 }).nth(1).waitFor();
    await cards(page).first().waitFor();
    expect(page.url()).toMatch(/#\/item\?id=\d+$/);
    // Its close button goes back as well.
    await button(match, t('close')).click();
    await pane(page, 'standings').waitFor();
    await expect.poll(() => page.url()).toMatch(/#\/main$/);

    // A link from elsewhere shows the feed beside the match; in a narrow window the match is a screen of its own.
    const [item] = (await yossi.call.get<{ results: Post[] }>('post/')).body.results[0]?.items_data ?? [];
    const link = `/item?id=${item?.id}`;
    const other = await yossi.context.newPage();
    await fixture.open(other, link);
    await pane(other, 'matchPane').getByRole('heading', { level: 2 }).nth(1).waitFor();
    await cards(other).first().waitFor();
    await other.setViewportSize({ width: 1100, height: 800 });
    await pane(other, 'matchPane').waitFor({ state: 'hidden' });
    await other.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => cards(other).count()).toBe(0);
    expect(other.url()).toContain(`#${link}`);
    await other.setViewportSize({ width: 1280, height: 800 });
    await pane(other, 'matchPane').waitFor();
    await cards(other).first().waitFor();
    // Closing it leaves the feed where it was scrolled to.
    const scrolled = () => other.evaluate(() => scrollY);
    await other.mouse.move(900, 400);
    await other.mouse.wheel(0, 600);
    await expect.poll(scrolled).toBe(600);
    await button(pane(other, 'matchPane'), t('close')).click();
    await pane(other, 'standings').getByRole('table').waitFor();
    expect(await scrolled()).toBe(600);
    await other.close();

    // So does another chat in the place of one that a link opened.
    const linked = await yossi.context.newPage();
    await fixture.open(
      linked,
      `/main?sheet=chat&of=${(await yossi.call.get<{ results: Post[] }>('post/')).body.results[0]?.id}`,
    );
    await pane(linked, 'chat').getByText(t('chatEmptyTitle')).waitFor();
    await cards(linked).first().waitFor();
    await linked.mouse.move(900, 400);
    await linked.mouse.wheel(0, 600);
    await expect.poll(() => linked.evaluate(() => scrollY)).toBe(600);
    const opened = linked.url();
    const chats = button(linked, t('commentsCount', { count: 0 }));
    const tops = await chats.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
    await chats.nth(tops.findIndex((top) => top > 120)).click();
    await expect.poll(() => linked.url()).not.toBe(opened);
    await pane(linked, 'chat').getByText(t('chatEmptyTitle')).waitFor();
    expect(await linked.evaluate(() => scrollY)).toBe(600);
    await linked.close();

    // A wider window shows all of it at once, side by side.
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.getByText(t('nothingOpen')).waitFor();
    const place = (await cards(page).first().boundingBox())?.x;
    await pressRow(page);
    await comments.click();
    await pane(page, 'chat').getByText(t('chatEmptyTitle')).waitFor();
    const all = [
      cards(page).first(),
      ...(['standings', 'matchPane', 'chat'] as const).map((it) => pane(page, it)),
    ];
    const places = await Promise.all(all.map(async (it) => (await it.boundingBox()) ?? { x: 0, width: 0 }));
    expect(places[0]).toMatchObject({ x: place, width: 560 });
    for (const [at, { x, width }] of places.entries()) {
      expect(width).toBeGreaterThan(360);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual((places[at - 1]?.x ?? 1816) - 16);
    }
    // Opening another match leaves the chat open; closing a pane leaves the others.
    await rows(page)
      .nth(1)
      .click({ position: { x: 6, y: 6 } });
    await pane(page, 'chat').waitFor();
    await button(pane(page, 'chat'), t('close')).click();
    await pane(page, 'chat').waitFor({ state: 'hidden' });
    await match.waitFor();
    await button(match, t('close')).click();
    await match.waitFor({ state: 'hidden' });
    await pane(page, 'standings').waitFor();
    await expect.poll(() => page.url()).toMatch(/#\/main$/);
  });

  test('is the game of a link, whose card in the feed is marked', async () => {
    const { yossi, game } = await twoMembersWithOptions({ viewport: { width: 1280, height: 800 } });
    const { page } = yossi;
    const { id, items_data } = await game('ראשון');
    await fixture.open(page, `/post/${id}`);
    const gamePane = pane(page, 'gamePane');
    const rowOf = (at: Locator) =>
      at.getByRole('button', { name: `${t('openItem')}: ${items_data[0]?.name}` });
    await rowOf(gamePane).waitFor();
    await rowOf(page.getByRole('main')).waitFor();
    expect(page.url()).toMatch(new RegExp(`#/post/${id}$`));
    const open = page.getByRole('main').locator('a[aria-current=true]');
    await expect.poll(() => open.getAttribute('href')).toMatch(new RegExp(`#/post/${id}$`));
    // Its chat takes its place until the chat is closed.
    await button(gamePane, t('commentsCount', { count: 0 })).click();
    await pane(page, 'chat').getByText(t('chatEmptyTitle')).waitFor();
    await expect.poll(() => gamePane.count()).toBe(0);
    await page.goBack();
    await rowOf(gamePane).waitFor();
    await button(gamePane, t('close')).click();
    await pane(page, 'standings').waitFor();
    await expect.poll(() => page.url()).toMatch(/#\/main$/);
    await open.waitFor({ state: 'hidden' });
  });

  test('is the table of the league that was visited last, at first of the largest open one', async () => {
    const { noa, yossi } = await twoMembersWithOptions({ viewport: { width: 1440, height: 900 } });
    const { page } = yossi;
    const table = pane(page, 'standings');
    const [gal, dana] = await Promise.all(['גל', 'דנה'].map((name) => createMember(fixture.server, name)));
    if (!gal || !dana) throw new Error('nobody was made');
    await makeLeague(noa.call, [yossi.call, gal], 'הקולגות');
    const closed = await makeLeague(noa.call, [yossi.call, gal, dana], 'אשתקד');
    await noa.call.put(`section/${closed.id}/`, { active: false });
    await makeLeague(yossi.call, [], 'לבד');
    await fixture.open(page, '/main');
    await table.getByRole('link', { name: 'הקולגות' }).waitFor();
    const { id } = await makeLeague(noa.call, [yossi.call], 'המשרד');
    await fixture.open(page, `/section/${id}`);
    await table.getByRole('link', { name: 'המשרד' }).waitFor();
    await expect.poll(() => page.getByRole('main').getByRole('table').count()).toBe(0);
    // By the tab's link, and after a reload.
    await page.getByRole('link', { name: t('tabMain'), exact: true }).click();
    await page.waitForURL(/#\/main$/);
    await table.getByRole('link', { name: 'המשרד' }).waitFor();
    await page.reload();
    await table.getByRole('link', { name: 'המשרד' }).waitFor();
  });

  test('are the leagues for a guest with a link to a match, who can sign in from there', async () => {
    const { game } = await twoMembersWithOptions();
    const [item] = (await game('ראשון')).items_data;
    const guest = await fixture.newVisitor('אורח', { viewport: { width: 1280, height: 800 } });
    const { page } = guest;
    await fixture.open(page, `/item?id=${item?.id}`);
    await pane(page, 'matchPane').getByText(t('leaguePrivate')).waitFor();
    await page
      .getByRole('main')
      .getByRole('heading', { level: 1, name: t('tabSearch') })
      .waitFor();
    expect(page.url()).toContain(`#/item?id=${item?.id}`);
    const signIn = pane(page, 'matchPane').getByRole('link', { name: t('signIn') });
    await expect.poll(() => signIn.getAttribute('href')).toMatch(/#\/login\?return=/);
    fixture.allowErrors(guest, /status of 404/);
  });
});

/** What the frames of a scroll showed: jolts, and the most cards that were in the page at once. */
type Watch = { jolts: string[]; cards: number };

/** Measures every frame; a jolt is a card in view that moves by another distance than the page scrolls. */
const watchCards = (page: Page) =>
  page.evaluate(() => {
    const record: Watch = { jolts: [], cards: 0 };
    (window as unknown as { seen: Watch }).seen = record;
    let at = scrollY;
    let before = new Map<string | null, number>();
    const measureFrame = () => {
      const step = scrollY - at;
      at = scrollY;
      const now = new Map(
        [...document.querySelectorAll('article')].map((it) => [
          it.getAttribute('aria-labelledby'),
          it.getBoundingClientRect().top,
        ]),
      );
      for (const [id, top] of now) {
        const was = before.get(id);
        const inSight = was !== undefined && was > -200 && was < innerHeight;
        if (inSight && Math.abs(top - was + step) > 1)
          record.jolts.push(`${id} from ${was} to ${top} in a step of ${step} at ${scrollY}`);
      }
      record.cards = Math.max(record.cards, now.size);
      before = now;
      requestAnimationFrame(measureFrame);
    };
    requestAnimationFrame(measureFrame);
  });

/** Runs in the page: whether a turn of the wheel has scrolled by half of it, or of the space there was; the page may grow meanwhile. */
const hasScrolled = ({ from, room, by }: { from: number; room: number; by: number }) => {
  const end = by < 0 ? 0 : document.documentElement.scrollHeight - innerHeight;
  return Math.abs(scrollY - from) >= Math.min(Math.abs(by), room) / 2 || Math.abs(scrollY - end) < 1;
};

fullTest(
  'a long feed frees far cards, moves no card in view, and each task of the scroll stays under its limit',
  async () => {
    // More posts than a slow machine scrolls over in all parts of the test.
    const count = runSize('posts in the feed', 100, 5_000);
    const { noa, yossi, league, options } = await twoMembersWithOptions({
      // With reduced motion Chromium scrolls a turn of the wheel in one frame, not over several.
      reducedMotion: 'no-preference',
    });
    await insertGames(league, noa, options, count);
    const { page, context } = yossi;
    await fixture.open(page, '/main');
    await cards(page).first().waitFor();
    const cdp = await context.newCDPSession(page);
    const heap = async () => {
      await cdp.send('HeapProfiler.collectGarbage');
      return (await cdp.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
    };
    const frame = () => page.evaluate(() => new Promise(requestAnimationFrame));
    const turn = async (by: number, times: number) => {
      for (let at = 0; at < times; at += 1) {
        await page.mouse.wheel(0, by);
        await frame();
      }
    };
    // Each turn ends before the next begins: a busy machine would join several, and leap over cards.
    const travel = async (by: number, times: number) => {
      for (let at = 0; at < times; at += 1) {
        const { from, below } = await page.evaluate(() => ({
          from: scrollY,
          below: document.documentElement.scrollHeight - innerHeight - scrollY,
        }));
        await page.mouse.wheel(0, by);
        await page.waitForFunction(hasScrolled, { from, room: by < 0 ? from : below, by });
        // A thumb scrolls at most about 20,000 pixels a second.
        if (Math.abs(by) > 350) await frame();
      }
    };
    await page.mouse.move(180, 400);
    const ended = page.getByText(t('endOfList'));
    // The end is rendered as soon as every post is loaded, also far below the viewport.
    const isAtEnd = async () =>
      (await ended.isVisible()) &&
      (await page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1));
    const { work, summary } = await measureScroll(page, () => turn(150, 40));
    await expect.poll(() => isAtEnd()).toBe(false);
    await watchCards(page);
    const heaps = [await heap()];
    const far = runSize('turns of the wheel at most', 200, 6_000);
    for (let turns = 0; turns < far && !(await isAtEnd()); turns += 20) {
      await travel(700, 20);
      if (heaps.length === 1 && turns >= 100) heaps.push(await heap());
    }
    await ended.waitFor();
    heaps.push(await heap());
    // Scrolls back up over cards that were freed: they are rendered again in their places.
    await travel(-300, 60);
    await expect.poll(() => cards(page).count()).toBeGreaterThan(1);
    const { jolts, cards: most } = await page.evaluate(() => (window as unknown as { seen: Watch }).seen);
    process.stdout.write(
      `journeys: ${count} posts: heap ${heaps.map((it) => it.toFixed(1)).join(' → ')} MB, ${most} cards at most, ${jolts.length} jolts, ${summary}\n`,
    );
    expect(jolts).toEqual([]);
    expect(most).toBeLessThan(20);
    expect((heaps.at(-1) ?? 0) - (heaps[0] ?? 0)).toBeLessThan(8);
    expectWithin('the longest task of a scroll', work, 50);
  },
  1_800_000,
);
