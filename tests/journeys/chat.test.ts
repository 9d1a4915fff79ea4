import type { Locator, Page } from 'playwright-core';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '#contract/models.ts';
import { makeGame, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import {
  button,
  dialog,
  animationsFinished,
  pauseClock,
  textbox,
} from '#tests/support/browser/page-actions.ts';
import { photo } from '#tests/support/server/pictures.ts';
import { expectWithin, runSize } from '#tests/support/run-size.ts';
import {
  openBrowserFixture,
  type SignedInVisitor,
  type BrowserFixture,
} from '#tests/support/browser/browser-fixture.ts';
import { measureScroll } from '#tests/support/browser/main-thread-tasks.ts';
import { t } from '#tests/support/translations.ts';

/** What friends say to each other under a game: at once, in order, once, and never lost. */

let fixture: BrowserFixture;
beforeAll(async () => {
  fixture = await openBrowserFixture();
});
afterAll(() => fixture?.close());
afterEach(() => fixture.closeVisitors());

/** A wheel's turn moves the page over several frames, which Chromium spares whoever wants less motion. */
const smoothScrolling = { reducedMotion: 'no-preference' } as const;
const desk = { viewport: { width: 1280, height: 800 } };
const lostLine = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED/;

/** Two friends in a league with one game, and the game. */
async function twoMembersWithGame(noasOptions: Parameters<BrowserFixture['signedInVisitor']>[1] = {}) {
  const [noa, yossi] = await Promise.all([
    fixture.signedInVisitor('נועה', noasOptions),
    fixture.signedInVisitor('יוסי'),
  ]);
  const { id: league } = await makeLeague(noa.call, [yossi.call], 'השכונה');
  const options = await makeOptions(noa.call, league, ['הפועל', 'מכבי']);
  const { id: post } = await makeGame(noa.call, league, 'home/away', [options], { description: 'הדרבי' });
  return { noa, yossi, league, post };
}

const messageField = (page: Page) => textbox(page, t('writeMessage'));
const list = (page: Page) => page.getByRole('region', { name: t('messages'), exact: true });
const message = (page: Page, text: string): Locator =>
  list(page)
    .locator('[data-message]')
    .filter({ has: page.getByText(text, { exact: true }) });
const open = (who: SignedInVisitor, post: number, over = '/main') =>
  fixture.open(who.page, `${over}?sheet=chat&of=${post}`);

async function say(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text);
  await button(page, t('send')).click();
}
const comments = async (who: SignedInVisitor, post: number) =>
  (
    await who.call.get<{ results: Message[] }>('postComment/', { comment_post: post, limit: 100 })
  ).body.results.map(({ description }) => description);
const sent = (page: Page, text: string) => message(page, text).locator('[data-state="sent"]').waitFor();

/** So many messages of the others, a minute apart; some are long. */
async function insertMessages(post: number, by: readonly number[], count: number): Promise<void> {
  await sql`
    insert into comments (post_id, member_id, created, description)
    select ${post}::integer, (${[...by]}::integer[])[1 + n / 3 % ${by.length}::integer],
      now() - (${count}::integer + 1 - n) * interval '1 minute', 'הודעה ' || n || repeat(' ועוד מילים', n * 13 % 9)
    from generate_series(1, ${count}::integer) n`.execute(fixture.server.platform.db);
}

test('what one says the other reads within a second, on their own sides, with the game on top', async () => {
  const { noa, yossi, post } = await twoMembersWithGame();
  await fixture.open(noa.page, '/main');
  await button(noa.page, t('commentsCount', { count: 0 })).click();
  const sheet = dialog(noa.page, 'הדרבי');
  await sheet.getByText(t('chatEmptyTitle')).waitFor();
  await sheet.getByRole('link', { name: `${t('openItem')}: הפועל · מכבי` }).waitFor();
  expect(await button(sheet, t('send')).isDisabled()).toBe(true);
  await yossi.page.clock.install();
  await fixture.openLive(yossi.page, `/main?sheet=chat&of=${post}`);
  await yossi.page.getByText(t('chatEmptyTitle')).waitFor();

  // While the friend's clock stands no timer of theirs comes due: nothing polls, and nothing holds the message back.
  await pauseClock(yossi.page);
  const heard = message(yossi.page, 'מי לוקח?').waitFor().then(Date.now);
  const answered = noa.page
    .waitForResponse((answer) => answer.request().method() === 'POST' && /postcomment/i.test(answer.url()))
    .then(Date.now);
  await say(noa.page, 'מי לוקח?');
  const [at, from] = await Promise.all([heard, answered]);
  expectWithin('a message reaches the friend', at - from, 1000);
  await sent(noa.page, 'מי לוקח?');
  await yossi.page.clock.resume();

  await say(yossi.page, 'Hapoel, ברור');
  await message(noa.page, 'Hapoel, ברור').waitFor();
  expect(await message(noa.page, 'Hapoel, ברור').locator('[data-side]').getAttribute('data-side')).toBe(
    'theirs',
  );
  expect(await message(noa.page, 'מי לוקח?').locator('[data-side]').getAttribute('data-side')).toBe('mine');
  // Each in the direction of its own first word, whatever the app's.
  const direction = (text: string) =>
    noa.page.getByText(text, { exact: true }).evaluate((it) => getComputedStyle(it).direction);
  expect([await direction('Hapoel, ברור'), await direction('מי לוקח?')]).toEqual(['ltr', 'rtl']);

  // Back closes it, and the card knows of both.
  await noa.page.goBack();
  await sheet.waitFor({ state: 'hidden' });
  await button(noa.page, t('commentsCount', { count: 2 })).waitFor();
});

describe('without a line', () => {
  test('what is said is shown, waits, and arrives once when the line is back', async () => {
    const { noa, yossi, post } = await twoMembersWithGame();
    const { page, context } = noa;
    await Promise.all([open(noa, post), open(yossi, post)]);
    await page.getByText(t('chatEmptyTitle')).waitFor();
    await context.setOffline(true);
    await say(page, 'ראשונה');
    await say(page, 'שניה');
    await message(page, 'ראשונה').locator('[data-state="waiting"]').waitFor();
    await page.getByText(t('messageWaiting')).first().waitFor();

    await context.setOffline(false);
    await sent(page, 'ראשונה');
    await sent(page, 'שניה');
    await message(yossi.page, 'שניה').waitFor();
    expect(await comments(noa, post)).toEqual(['שניה', 'ראשונה']);
    expect(await list(page).locator('[data-message]').count()).toBe(2);
    fixture.allowErrors(noa, lostLine);
  });

  test('an answer that is lost on the way makes no second message', async () => {
    const { noa, post } = await twoMembersWithGame();
    const { page } = noa;
    await open(noa, post);
    await page.getByText(t('chatEmptyTitle')).waitFor();
    // The server has it; nobody hears of it.
    let tries = 0;
    await page.route(/postcomment/i, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      tries += 1;
      if (tries > 1) return route.continue();
      await route.fetch();
      return route.abort('internetdisconnected');
    });
    await say(page, 'פעם אחת');
    // It is seen among the others' by its name, and shown once.
    await message(page, 'פעם אחת').waitFor();
    await sent(page, 'פעם אחת');
    expect(await message(page, 'פעם אחת').count()).toBe(1);
    // The next words take those on the way along.
    await say(page, 'ועוד אחת');
    await page.reload();
    await sent(page, 'ועוד אחת');
    expect(await comments(noa, post)).toEqual(['ועוד אחת', 'פעם אחת']);
    expect(await list(page).locator('[data-message]').count()).toBe(2);
    fixture.allowErrors(noa, lostLine);
  });

  test('a reload and a login in the middle keep the words on the line and those on their way', async () => {
    const { noa, post } = await twoMembersWithGame();
    const { page, context } = noa;
    await open(noa, post);
    await page.getByText(t('chatEmptyTitle')).waitFor();
    await messageField(page).fill('עוד לא גמרתי');
    await page.reload();
    await expect.poll(() => messageField(page).inputValue()).toBe('עוד לא גמרתי');

    await page.route(/postcomment/i, (route) =>
      route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
    );
    await say(page, 'בדרך');
    await message(page, 'בדרך').locator('[data-state="waiting"]').waitFor();
    await messageField(page).fill('והשורה הבאה');
    // Ended from elsewhere: the next call finds out.
    expect((await noa.call.post('logout/')).status).toBe(200);
    await page.reload();
    await textbox(page, t('cellphone')).waitFor();
    await page.unroute(/postcomment/i);
    await fixture.signIn(noa);
    await fixture.open(page, `/main?sheet=chat&of=${post}`);
    await sent(page, 'בדרך');
    expect(await messageField(page).inputValue()).toBe('והשורה הבאה');
    // From another page of theirs it is there as well.
    const again = await fixture.apiOf(noa);
    const { body } = await again.get<{ count: number }>('postComment/', { comment_post: post });
    expect(body.count).toBe(1);
    await context.clearCookies();
    fixture.allowErrors(noa, /ERR_INTERNET_DISCONNECTED|status of 401/);
  });

  test('after a reload an unsent message goes out before the app data has come', async () => {
    const { noa, post } = await twoMembersWithGame();
    const { page } = noa;
    await open(noa, post);
    await page.getByText(t('chatEmptyTitle')).waitFor();
    await page.route(/postcomment/i, (route) =>
      route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
    );
    await say(page, 'לפני הכל');
    await message(page, 'לפני הכל').locator('[data-state="waiting"]').waitFor();
    await page.unroute(/postcomment/i);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/getAppData/, (route) => held.then(() => route.continue()));
    await page.reload();
    await expect.poll(() => comments(noa, post)).toEqual(['לפני הכל']);
    release();
    await sent(page, 'לפני הכל');
    fixture.allowErrors(noa, lostLine);
  });
});

test('what the server will not have says so, and is sent again or let go by hand', async () => {
  const { noa, post } = await twoMembersWithGame();
  const { page } = noa;
  await open(noa, post);
  await page.getByText(t('chatEmptyTitle')).waitFor();
  await page.route(/postcomment/i, (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const body = { type: 'x', title: 'x', status: 404, code: 'not_found', detail: 'x' };
    return route.fulfill({
      status: 404,
      contentType: 'application/problem+json',
      body: JSON.stringify(body),
    });
  });
  await say(page, 'ננסה');
  await say(page, 'או שלא');
  await message(page, 'ננסה').getByText(t('messageRefused')).waitFor();
  await message(page, 'או שלא').getByText(t('messageRefused')).waitFor();
  await button(message(page, 'או שלא'), t('delete')).click();
  await message(page, 'או שלא').waitFor({ state: 'hidden' });
  await page.unroute(/postcomment/i);
  await button(message(page, 'ננסה'), t('retry')).click();
  await sent(page, 'ננסה');
  expect(await comments(noa, post)).toEqual(['ננסה']);
  fixture.allowErrors(noa, /status of 404/);
});

test('one’s own is taken down after a second thought, for everyone; nobody else’s can be', async () => {
  const { noa, yossi, post } = await twoMembersWithGame();
  for (const [who, words] of [
    [noa, 'שלי'],
    [yossi, 'שלו'],
  ] as const)
    await who.call.post('postComment/', { comment_post: post, description: words });
  await Promise.all([open(noa, post), open(yossi, post)]);
  await message(yossi.page, 'שלי').waitFor();
  await message(noa.page, 'שלו').waitFor();
  expect(await button(message(noa.page, 'שלו'), t('deleteMessage')).count()).toBe(0);

  await button(message(noa.page, 'שלי'), t('deleteMessage')).click();
  const ask = dialog(noa.page, t('deleteMessageAsk'));
  await button(ask, t('cancel')).click();
  await ask.waitFor({ state: 'hidden' });
  await button(message(noa.page, 'שלי'), t('deleteMessage')).click();
  await button(ask, t('delete')).click();
  // Its place stays where it was; the words are gone from both screens, and from the server.
  await list(noa.page).getByText(t('messageGone')).waitFor();
  await list(yossi.page).getByText(t('messageGone')).waitFor();
  expect(await message(yossi.page, 'שלי').count()).toBe(0);
  expect(await comments(yossi, post)).toEqual(['שלו']);
});

/** The first unread message, under its line. */
const firstUnread = (page: Page) =>
  list(page)
    .locator('[data-message]')
    .filter({ has: page.getByText(t('unreadLine')) });
/** Pixels from the top of the list to the top of a row. */
async function offsetInList(page: Page, row: Locator): Promise<number> {
  const [at, frame] = await Promise.all([row.boundingBox(), list(page).boundingBox()]);
  return (at?.y ?? Number.NaN) - (frame?.y ?? Number.NaN);
}

test('the unread line stays at the top of the list while the sheet opens and more messages come', async () => {
  // The sheet's opening stops at its first frame.
  const script = `addEventListener('animationstart', ({ target }) => {
    if (target.role !== 'dialog') return;
    for (const animation of target.getAnimations()) { animation.pause(); animation.currentTime = 0; }
  }, true)`;
  const { noa, yossi, post } = await twoMembersWithGame({ reducedMotion: 'no-preference', script });
  await insertMessages(post, [yossi.call.id], 5);
  const { body } = await noa.call.get<{ results: Message[] }>('postComment/', { comment_post: post });
  await noa.call.put('talk/', { post, last: body.results[0]?.id });
  await insertMessages(post, [yossi.call.id], 60);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const last = body.results[0]?.id;
  await noa.page.route(
    (url) => /postcomment/i.test(url.pathname) && Number(url.searchParams.get('after') ?? last) !== last,
    (route) => released.then(() => route.continue()),
  );
  await open(noa, post);
  const row = firstUnread(noa.page);
  await row.waitFor();
  await row.evaluate((it) =>
    it
      .closest('[role=dialog]')
      ?.getAnimations()
      .forEach((one) => one.finish()),
  );
  release();
  await list(noa.page).getByText('הודעה 40 ', { exact: false }).waitFor();
  await noa.page.locator('[data-state=resting]').waitFor();
  expect(Math.abs(await offsetInList(noa.page, row))).toBeLessThan(1);
});

test('one comes back to the line under what was read, on whatever device', async () => {
  const { noa, yossi, post } = await twoMembersWithGame();
  await insertMessages(post, [yossi.call.id], 5);
  await open(noa, post);
  await message(noa.page, 'הודעה 5')
    .or(list(noa.page).getByText('הודעה 5', { exact: false }))
    .first()
    .waitFor();
  await expect
    .poll(async () => (await noa.call.get<{ last: number | null }>('talk/', { post })).body.last)
    .not.toBeNull();
  await noa.page.goto('about:blank');

  await insertMessages(post, [yossi.call.id], 60);
  await open(noa, post);
  const first = firstUnread(noa.page);
  await first.waitFor();
  await noa.page.locator('[data-state=resting]').waitFor();
  expect(await first.innerText()).toContain('הודעה 1 ');
  expect(Math.abs(await offsetInList(noa.page, first))).toBeLessThan(1);
  // The rest is below, and one tap away.
  await noa.page.getByRole('button', { name: /הודעות חדשות/ }).click();
  await list(noa.page).getByText('הודעה 60 ', { exact: false }).waitFor();
  const sees = async () => (await noa.call.get<{ last: number | null }>('talk/', { post })).body.last;
  const newest = (await noa.call.get<{ results: Message[] }>('postComment/', { comment_post: post })).body
    .results[0];
  await expect.poll(sees).toBe(newest?.id);
  await noa.page.reload();
  await list(noa.page).getByText('הודעה 60 ', { exact: false }).waitFor();
  expect(await first.count()).toBe(0);
});

test('on a desk the chat is beside the feed, and the keyboard alone talks in it', async () => {
  const { noa, yossi, post } = await twoMembersWithGame(desk);
  const { page } = noa;
  await fixture.open(page, '/main');
  const opener = page.getByRole('article').getByRole('button', { name: /^לשיחה/ });
  await opener.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: t('chat'), exact: true });
  await panel.getByText(t('chatEmptyTitle')).waitFor();
  await page.getByRole('article').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => messageField(page).evaluate((it) => it === document.activeElement)).toBe(true);
  await page.keyboard.type('שורה');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('ועוד שורה');
  await page.keyboard.press('Enter');
  await panel.locator('[data-state="sent"]').waitFor();
  expect(await comments(yossi, post)).toEqual(['שורה\nועוד שורה']);
  expect(await messageField(page).inputValue()).toBe('');
  // Nothing but blanks is nothing.
  await page.keyboard.type('   ');
  await page.keyboard.press('Enter');
  expect(await button(page, t('send')).isDisabled()).toBe(true);
  await page.keyboard.type('א'.repeat(600));
  expect((await messageField(page).inputValue()).length).toBe(500);
  await panel.getByText('500/500', { exact: true }).waitFor();

  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  expect(
    await list(page).evaluate((it) => it === document.activeElement || it.contains(document.activeElement)),
  ).toBe(true);
  await button(panel, t('close')).focus();
  await page.keyboard.press('Enter');
  await panel.waitFor({ state: 'hidden' });
  await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true);
});

test('a notification leads into the chat; who is outside is asked in', async () => {
  const { noa, yossi, post } = await twoMembersWithGame();
  await yossi.call.post('postComment/', { comment_post: post, description: 'שמתם לב?' });
  await fixture.open(noa.page, '/notifications');
  await noa.page.getByText('שמתם לב?').click();
  await message(noa.page, 'שמתם לב?').waitFor();
  await dialog(noa.page, 'הדרבי').waitFor();

  const guest = await fixture.newVisitor('אורח');
  await fixture.open(guest.page, `/main?sheet=chat&of=${post}`);
  await textbox(guest.page, t('cellphone')).waitFor();
});

/** A picture from the clipboard, onto the line. */
const paste = (page: Page, bytes: Buffer) =>
  messageField(page).evaluate((it, base64) => {
    const clipboardData = new DataTransfer();
    const raw = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    clipboardData.items.add(new File([raw], 'us.jpg', { type: 'image/jpeg' }));
    it.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, bytes.toString('base64'));

test('a picture is pasted onto the line and goes with the words; its room is there before it is', async () => {
  const { noa, yossi, post } = await twoMembersWithGame();
  await insertMessages(post, [yossi.call.id, noa.call.id], 60);
  await Promise.all([open(noa, post), open(yossi, post)]);
  await list(noa.page).getByText('הודעה 60 ', { exact: false }).waitFor();
  let show = () => {};
  const held = new Promise<void>((opened) => (show = opened));
  await noa.page.route('**/api/image/**', (route) => held.then(() => route.continue()));

  const send = async (text: string) => {
    await paste(yossi.page, await photo(600, 900));
    await yossi.page
      .getByRole('group', { name: t('pictureNumber', { at: 1 }), exact: true })
      .locator('img[src^="/api/image/"]')
      .waitFor();
    await say(yossi.page, text);
  };
  await send('תראו');
  const first = message(noa.page, 'תראו');
  await first.waitFor();
  await animationsFinished(first);
  const place = await first.boundingBox();
  expect(place?.height).toBeGreaterThan(250);

  // Whoever reads further up: the next one is below, and moves nothing.
  await noa.page.mouse.move((place?.x ?? 0) + 100, 300);
  await noa.page.mouse.wheel(0, -900);
  const pill = noa.page.getByRole('button', { name: /^(להודעות האחרונות|הודעה חדשה)$/ });
  await pill.waitFor();
  const anchor = list(noa.page).locator('[data-message]').filter({ hasText: 'הודעה 50 ' });
  const top = async () => (await anchor.boundingBox())?.y ?? 0;
  const was = await top();
  // A browser puts rows at whole pixels of the scroll.
  const stays = async () => expect(Math.abs((await top()) - was)).toBeLessThan(1);
  await send('ועוד אחת');
  await button(noa.page, t('newMessages', { count: 1 })).waitFor();
  await stays();

  const seen = () =>
    list(noa.page)
      .locator('img')
      .evaluateAll((all) => all.map((it) => (it as HTMLImageElement).naturalWidth));
  expect(await seen()).toEqual([0, 0]);
  show();
  await expect.poll(seen).toEqual([600, 600]);
  await stays();
  await pill.click();
  await message(noa.page, 'ועוד אחת').waitFor();
  expect((await first.boundingBox())?.height).toBe(place?.height);
});

/** What a frame-by-frame look at the list saw while it was scrolled. */
type ScrollRecord = { moved: number; jolts: number; rows: number };
type Watch = { seen: ScrollRecord };

/** Looks at every frame: all rows in sight and well beyond it move together, and only the way the wheel turns. */
const watchRows = (page: Page, name: string) =>
  page.evaluate((label) => {
    const frame = document.querySelector(`[role=region][aria-label="${label}"]`);
    const seen: ScrollRecord = { moved: 0, jolts: 0, rows: 0 };
    (window as unknown as Watch).seen = seen;
    let before = new Map<string, number>();
    const look = () => {
      const rows = [...(frame?.querySelectorAll<HTMLElement>('[data-message]') ?? [])];
      const now = new Map(rows.map((row) => [row.dataset['message'] ?? '', row.getBoundingClientRect().top]));
      // Far out of sight the topmost may still become one with what came before it.
      const [topmost] = before.keys();
      const steps = [...now].flatMap(([key, top]) => {
        const was = before.get(key);
        const joins = key === topmost && top < -innerHeight;
        return was === undefined || joins || top < -2000 || top > 2000 ? [] : [top - was];
      });
      if (steps.length > 0) {
        const [least, greatest] = [Math.min(...steps), Math.max(...steps)];
        if (least < -0.6 || greatest - least > 1) seen.jolts += 1;
        seen.moved += greatest;
      }
      seen.rows = rows.length;
      before = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, name);

test('a long talk scrolls up as one piece, and takes no more memory than a short one', async () => {
  const count = runSize('messages in a chat', 400, 10_000);
  const { noa, yossi, post } = await twoMembersWithGame(smoothScrolling);
  await insertMessages(post, [yossi.call.id, noa.call.id], count);
  const { page, context } = noa;
  await open(noa, post);
  await list(page).getByText(`הודעה ${count}`, { exact: false }).first().waitFor();
  const cdp = await context.newCDPSession(page);
  const heap = async () => {
    await cdp.send('HeapProfiler.collectGarbage');
    return (await cdp.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
  };
  const before = await heap();
  const box = await list(page).boundingBox();
  await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 200);
  const up = async (turns: number) => {
    for (let turn = 0; turn < turns; turn += 1) {
      await page.mouse.wheel(0, -150);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  };
  // With nobody looking on.
  const { work, told } = await measureScroll(page, () => up(30));
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await watchRows(page, t('messages'));
  const turns = runSize('turns of the wheel', 40, 600);
  const seenNow = () => page.evaluate(() => (window as unknown as Watch).seen);
  await up(turns);
  await expect.poll(async () => Math.round((await seenNow()).moved / 150)).toBe(turns);
  const seen = await seenNow();
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const after = await heap();
  process.stdout.write(
    `journeys: ${count} messages, ${turns} turns up: heap ${before.toFixed(1)} → ${after.toFixed(1)} MB, ` +
      `${seen.rows} rows in the page, ${seen.jolts} jolts, ${told}\n`,
  );
  expect(seen.jolts).toBe(0);
  expectWithin('the longest task of a scroll', work, 50);
  expect(seen.rows).toBeLessThan(240);
  expect(after - before).toBeLessThan(4);

  // While one reads up there, what is said below and the pictures of it move nothing.
  const anchor = list(page).locator('[data-message]').nth(60);
  const top = async () => Math.round((await anchor.boundingBox())?.y ?? 0);
  const was = await top();
  await yossi.call.post('postComment/', { comment_post: post, description: 'חדשה' });
  const pill = page.getByRole('button', { name: /^(להודעות האחרונות|הודעה חדשה)$/ });
  await pill.waitFor();
  expect(await top()).toBe(was);
  await pill.click();
  await message(page, 'חדשה').waitFor();
}, 600_000);
