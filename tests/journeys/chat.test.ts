import type { Locator, Page } from 'playwright-core';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Item, League, Message } from '#contract/models.ts';
import {
  createMember,
  makeGame,
  makeLeague,
  makeOptions,
  postBets,
} from '#tests/support/server/leagues-and-games.ts';
import {
  button,
  dialog,
  animationsFinished,
  pauseClock,
  textbox,
} from '#tests/support/browser/page-actions.ts';
import { photo } from '#tests/support/server/pictures.ts';
import { expectWithin, fullTest, runSize } from '#tests/support/run-size.ts';
import {
  fixtureOfFile,
  type SignedInVisitor,
  type BrowserFixture,
} from '#tests/support/browser/browser-fixture.ts';
import { measureScroll } from '#tests/support/browser/measure-scroll.ts';
import { t } from '#tests/support/translations.ts';

/** The chat under a game: messages arrive at once, in order and exactly once, and scrolling keeps its place. */

const fixture = fixtureOfFile();

/** With reduced motion Chromium scrolls a turn of the wheel in one frame, not over several. */
const smoothScrolling = { reducedMotion: 'no-preference' } as const;
const desk = { viewport: { width: 1280, height: 800 } };
const offlineErrors = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED/;

/** Two members of a league, and its only game. */
async function twoMembersWithGame(noasOptions: Parameters<BrowserFixture['signedInVisitor']>[1] = {}) {
  const [noa, yossi] = await Promise.all([
    fixture.signedInVisitor('נועה', noasOptions),
    fixture.signedInVisitor('יוסי'),
  ]);
  const { id: league } = await makeLeague(noa.call, [yossi.call], 'השכונה');
  const options = await makeOptions(noa.call, league, ['הפועל', 'מכבי']);
  const game = await makeGame(noa.call, league, 'home/away', [options], { description: 'הדרבי' });
  return { noa, yossi, league, post: game.id, item: game.items_data[0] as Item };
}

const messageField = (page: Page) => textbox(page, t('writeMessage'));
const messageList = (page: Page) => page.getByRole('region', { name: t('messages'), exact: true });
const message = (page: Page, text: string): Locator =>
  messageList(page)
    .locator('[data-message]')
    .filter({ has: page.getByText(text, { exact: true }) });
const openChat = (who: SignedInVisitor, post: number, over = '/main') =>
  fixture.open(who.page, `${over}?sheet=chat&of=${post}`);

async function sendMessage(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text);
  await button(page, t('send')).click();
}
const fetchTexts = async (who: SignedInVisitor, post: number) =>
  (
    await who.call.get<{ results: Message[] }>('postComment/', { comment_post: post, limit: 100 })
  ).body.results.map(({ description }) => description);
const waitForSent = (page: Page, text: string) =>
  message(page, text).locator('[data-state="sent"]').waitFor();

/** Inserts `count` messages of these members by turns, a minute apart; some are long. The server is notified, the pages are not. */
async function insertMessages(post: number, by: readonly number[], count: number): Promise<void> {
  const { db } = fixture.server.platform;
  await sql`
    insert into comments (post_id, member_id, created, description)
    select ${post}::integer, (${[...by]}::integer[])[1 + n / 3 % ${by.length}::integer],
      now() - (${count}::integer + 1 - n) * interval '1 minute', 'הודעה ' || n || repeat(' ועוד מילים', n * 13 % 9)
    from generate_series(1, ${count}::integer) n`.execute(db);
  await sql`select tell_change('post', ${post}::integer)`.execute(db);
}

test('a message reaches the other member within a second; own messages and others’ are on opposite sides', async () => {
  const { noa, yossi, post } = await twoMembersWithGame();
  await fixture.open(noa.page, '/main');
  await button(noa.page, t('commentsCount', { count: 0 })).click();
  const sheet = dialog(noa.page, 'הדרבי');
  await sheet.getByText(t('chatEmptyTitle')).waitFor();
  await sheet.getByRole('link', { name: `${t('openItem')}: הפועל · מכבי` }).waitFor();
  await expect.poll(() => button(sheet, t('send')).isDisabled()).toBe(true);
  await yossi.page.clock.install();
  await fixture.openLive(yossi.page, `/main?sheet=chat&of=${post}`);
  await yossi.page.getByText(t('chatEmptyTitle')).waitFor();

  // No timer fires while the friend's clock is paused: the message comes by the live stream, not by polling.
  await pauseClock(yossi.page);
  const received = message(yossi.page, 'מי לוקח?').waitFor().then(Date.now);
  const answered = noa.page
    .waitForResponse((answer) => answer.request().method() === 'POST' && /postcomment/i.test(answer.url()))
    .then(Date.now);
  await sendMessage(noa.page, 'מי לוקח?');
  const [at, from] = await Promise.all([received, answered]);
  expectWithin('a message reaches the friend', at - from, 1000);
  await waitForSent(noa.page, 'מי לוקח?');
  await yossi.page.clock.resume();

  await sendMessage(yossi.page, 'Hapoel, ברור');
  await message(noa.page, 'Hapoel, ברור').waitFor();
  await expect
    .poll(() => message(noa.page, 'Hapoel, ברור').locator('[data-side]').getAttribute('data-side'))
    .toBe('theirs');
  await expect
    .poll(() => message(noa.page, 'מי לוקח?').locator('[data-side]').getAttribute('data-side'))
    .toBe('mine');
  // A message has the direction of its own first word, whatever the app's direction.
  const direction = (text: string) =>
    noa.page.getByText(text, { exact: true }).evaluate((it) => getComputedStyle(it).direction);
  expect([await direction('Hapoel, ברור'), await direction('מי לוקח?')]).toEqual(['ltr', 'rtl']);

  // Back closes the chat, and the game's card counts both messages.
  await noa.page.goBack();
  await sheet.waitFor({ state: 'hidden' });
  await button(noa.page, t('commentsCount', { count: 2 })).waitFor();
});

describe('offline', () => {
  fullTest('messages are shown as waiting and are sent once when the connection returns', async () => {
    const { noa, yossi, post } = await twoMembersWithGame();
    const { page, context } = noa;
    await Promise.all([openChat(noa, post), openChat(yossi, post)]);
    await page.getByText(t('chatEmptyTitle')).waitFor();
    await context.setOffline(true);
    await sendMessage(page, 'ראשונה');
    await sendMessage(page, 'שניה');
    await message(page, 'ראשונה').locator('[data-state="waiting"]').waitFor();
    await page.getByText(t('messageWaiting')).first().waitFor();

    await context.setOffline(false);
    await waitForSent(page, 'ראשונה');
    await waitForSent(page, 'שניה');
    await message(yossi.page, 'שניה').waitFor();
    expect(await fetchTexts(noa, post)).toEqual(['שניה', 'ראשונה']);
    await expect.poll(() => messageList(page).locator('[data-message]').count()).toBe(2);
    fixture.allowErrors(noa, offlineErrors);
  });

  fullTest('a message whose response is lost is not stored twice', async () => {
    const { noa, post } = await twoMembersWithGame();
    const { page } = noa;
    await openChat(noa, post);
    await page.getByText(t('chatEmptyTitle')).waitFor();
    // The server stores the message; its response and its event are lost.
    let tries = 0;
    await page.route(/postcomment/i, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      tries += 1;
      if (tries > 1) return route.continue();
      await route.fetch();
      return route.abort('internetdisconnected');
    });
    await sendMessage(page, 'פעם אחת');
    // The fetched message has the same client id, so it is shown once.
    await message(page, 'פעם אחת').waitFor();
    await waitForSent(page, 'פעם אחת');
    await expect.poll(() => message(page, 'פעם אחת').count()).toBe(1);
    // Sending the next message sends the pending ones again.
    await sendMessage(page, 'ועוד אחת');
    await page.reload();
    await waitForSent(page, 'ועוד אחת');
    expect(await fetchTexts(noa, post)).toEqual(['ועוד אחת', 'פעם אחת']);
    await expect.poll(() => messageList(page).locator('[data-message]').count()).toBe(2);
    fixture.allowErrors(noa, offlineErrors);
  });

  test('a reload and signing in again keep the typed text and the unsent message', async () => {
    const { noa, post } = await twoMembersWithGame();
    const { page, context } = noa;
    await openChat(noa, post);
    await page.getByText(t('chatEmptyTitle')).waitFor();
    await messageField(page).fill('עוד לא גמרתי');
    await page.reload();
    await expect.poll(() => messageField(page).inputValue()).toBe('עוד לא גמרתי');

    await page.route(/postcomment/i, (route) =>
      route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
    );
    await sendMessage(page, 'בדרך');
    await message(page, 'בדרך').locator('[data-state="waiting"]').waitFor();
    await messageField(page).fill('והשורה הבאה');
    // The session is ended elsewhere: the next call is answered 401.
    expect((await noa.call.post('logout/')).status).toBe(200);
    await page.reload();
    await textbox(page, t('cellphone')).waitFor();
    await page.unroute(/postcomment/i);
    await fixture.signIn(noa);
    await fixture.open(page, `/main?sheet=chat&of=${post}`);
    await waitForSent(page, 'בדרך');
    await expect.poll(() => messageField(page).inputValue()).toBe('והשורה הבאה');
    // The server has it exactly once.
    const again = await fixture.apiOf(noa);
    const { body } = await again.get<{ count: number }>('postComment/', { comment_post: post });
    expect(body.count).toBe(1);
    await context.clearCookies();
    fixture.allowErrors(noa, /ERR_INTERNET_DISCONNECTED|status of 401/);
  });

  fullTest('an unsent message is sent after a reload without waiting for the app data', async () => {
    const { noa, post } = await twoMembersWithGame();
    const { page } = noa;
    await openChat(noa, post);
    await page.getByText(t('chatEmptyTitle')).waitFor();
    await page.route(/postcomment/i, (route) =>
      route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
    );
    await sendMessage(page, 'לפני הכל');
    await message(page, 'לפני הכל').locator('[data-state="waiting"]').waitFor();
    await page.unroute(/postcomment/i);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/getAppData/, (route) => released.then(() => route.continue()));
    await page.reload();
    await expect.poll(() => fetchTexts(noa, post)).toEqual(['לפני הכל']);
    release();
    await waitForSent(page, 'לפני הכל');
    fixture.allowErrors(noa, offlineErrors);
  });
});

fullTest('a message that the server refuses is marked, and can be sent again or deleted', async () => {
  const { yossi, post } = await twoMembersWithGame();
  const { page } = yossi;
  await openChat(yossi, post);
  await page.getByText(t('chatEmptyTitle')).waitFor();
  const { db } = fixture.server.platform;
  /** The server is notified, the page is not. */
  const setActive = async (active: boolean) => {
    await db.updateTable('posts').set({ active }).where('id', '=', post).execute();
    await sql`select tell_change('post', ${post}::integer)`.execute(db);
    await expect.poll(async () => (await yossi.call.get(`post/${post}/`)).status).toBe(active ? 200 : 404);
  };
  await setActive(false);
  await sendMessage(page, 'ננסה');
  await sendMessage(page, 'או שלא');
  await message(page, 'ננסה').getByText(t('messageRefused')).waitFor();
  await message(page, 'או שלא').getByText(t('messageRefused')).waitFor();
  await button(message(page, 'או שלא'), t('delete')).click();
  await message(page, 'או שלא').waitFor({ state: 'hidden' });
  // A retry of a refused message reaches the server again, and is not answered from the first response.
  await setActive(true);
  await button(message(page, 'ננסה'), t('retry')).click();
  await waitForSent(page, 'ננסה');
  expect(await fetchTexts(yossi, post)).toEqual(['ננסה']);
  fixture.allowErrors(yossi, /status of 404/);
});

fullTest('the author deletes a message for everyone after confirming; nobody else can', async () => {
  const { noa, yossi, post } = await twoMembersWithGame();
  for (const [who, description] of [
    [noa, 'שלי'],
    [yossi, 'שלו'],
  ] as const)
    await who.call.post('postComment/', { comment_post: post, description });
  await Promise.all([openChat(noa, post), openChat(yossi, post)]);
  await message(yossi.page, 'שלי').waitFor();
  await message(noa.page, 'שלו').waitFor();
  const actions = dialog(noa.page, t('messageActions'));
  await button(message(noa.page, 'שלו'), t('messageActions')).click();
  await button(actions, t('copyMessage')).waitFor();
  await expect.poll(() => button(actions, t('deleteMessage')).count()).toBe(0);
  await noa.page.keyboard.press('Escape');
  await actions.waitFor({ state: 'hidden' });

  const askToDelete = async () => {
    await button(message(noa.page, 'שלי'), t('messageActions')).click();
    await button(actions, t('deleteMessage')).click();
  };
  await askToDelete();
  const question = dialog(noa.page, t('deleteMessageAsk'));
  await button(question, t('cancel')).click();
  await question.waitFor({ state: 'hidden' });
  await askToDelete();
  await button(question, t('delete')).click();
  // A placeholder stays where the message was; its text is gone from both screens and from the server.
  await messageList(noa.page).getByText(t('messageGone')).waitFor();
  await messageList(yossi.page).getByText(t('messageGone')).waitFor();
  await expect.poll(() => message(yossi.page, 'שלי').count()).toBe(0);
  expect(await fetchTexts(yossi, post)).toEqual(['שלו']);
});

fullTest(
  'on a phone a long press opens a message’s actions; names have colours of their own, and links are isolated',
  async () => {
    const { noa, yossi, league, post } = await twoMembersWithGame();
    const dana = await createMember(fixture.server, 'דנה');
    const { code } = (await noa.call.get<League>(`section/${league}/`)).body;
    await dana.get('joinAClan/', { code: code ?? '' });
    const messageText = 'תראו https://example.org/a/b?c=1, בול!';
    for (const [who, text] of [
      [yossi, messageText],
      [{ call: dana }, 'javascript://example.org/'],
      [yossi, 'ושוב'],
      [noa, 'שלי'],
    ] as const)
      await who.call.post('postComment/', { comment_post: post, description: text });
    await openChat(noa, post);
    const { page } = noa;
    const quotedMessage = message(page, 'ושוב');
    await message(page, 'שלי').waitFor();

    const link = messageList(page).getByRole('link');
    await expect.poll(() => link.count()).toBe(1);
    expect(
      await link.evaluate((it) => {
        const { direction, unicodeBidi } = getComputedStyle(it.parentElement ?? it);
        const { href, rel, target } = it as HTMLAnchorElement;
        return { href, rel, target, direction, unicodeBidi };
      }),
    ).toEqual({
      href: 'https://example.org/a/b?c=1',
      rel: 'noopener nofollow ugc',
      target: '_blank',
      direction: 'ltr',
      unicodeBidi: 'isolate',
    });

    const colors = await page.evaluate(
      (names) => {
        const luminance = (css: string) => {
          const parts = (/\d+, \d+, \d+/.exec(css)?.[0] ?? '').split(', ').map((part) => Number(part) / 255);
          const [red, green, blue] = parts.map((it) =>
            it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4,
          );
          return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
        };
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.transitionProperty = 'none';
        const read = (value: string) => {
          probe.style.color = value;
          return getComputedStyle(probe).color;
        };
        const contrasts = ['light', 'dark'].flatMap((theme) => {
          probe.dataset['theme'] = theme;
          const surface = luminance(read('var(--c-surface)'));
          return [1, 2, 3, 4, 5, 6].map((at) => {
            const person = luminance(read(`var(--c-person${at})`));
            return (Math.max(person, surface) + 0.05) / (Math.min(person, surface) + 0.05);
          });
        });
        delete probe.dataset['theme'];
        const mine = read('var(--c-mine-soft)');
        probe.remove();
        const bubbles = [...document.querySelectorAll('[data-message] [role=group]')].map(
          (it) => getComputedStyle(it).backgroundColor,
        );
        const all = [...document.querySelectorAll('[data-message] bdi')].filter((it) =>
          names.includes(it.textContent),
        );
        return {
          least: Math.min(...contrasts),
          mine,
          ownBubble: bubbles.at(-1),
          names: all.map((it) => [it.textContent, getComputedStyle(it).color]),
        };
      },
      ['יוסי', 'דנה'],
    );
    expect(colors.least).toBeGreaterThanOrEqual(4.5);
    expect(colors.ownBubble).toBe(colors.mine);
    expect(colors.names.map(([name]) => name)).toEqual(['יוסי', 'דנה', 'יוסי']);
    expect(colors.names[0]).toEqual(colors.names[2]);
    expect(colors.names[0]?.[1]).not.toBe(colors.names[1]?.[1]);

    const more = await button(quotedMessage, t('messageActions')).boundingBox();
    expect(Math.min(more?.width ?? 0, more?.height ?? 0)).toBeGreaterThanOrEqual(44);
    const actions = dialog(page, t('messageActions'));
    const cdp = await noa.context.newCDPSession(page);
    const box = await page.getByText('ושוב', { exact: true }).boundingBox();
    const touch = (type: 'touchStart' | 'touchEnd') =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: (box?.x ?? 0) + 4, y: (box?.y ?? 0) + 4 }],
      });
    // A tap opens nothing.
    await touch('touchStart');
    await touch('touchEnd');
    await expect.poll(() => actions.count()).toBe(0);
    await touch('touchStart');
    await button(actions, t('copyMessage')).waitFor();
    await touch('touchEnd');
    await noa.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(actions, t('copyMessage')).click();
    await actions.waitFor({ state: 'hidden' });
    await page.getByText(t('copied')).waitFor();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('ושוב');
  },
);

/** Stores the score of a match as a source reports it during play. */
const playWithScore = (item: Item, home: number, away: number) => {
  const source = {
    name: 'OpenLigaDB',
    state: 'live',
    held: false,
    score: { home, away },
    extraTime: null,
    penalties: null,
  };
  return sql`update items set details = details || ${JSON.stringify({ source })}::jsonb where id = ${item.id}`.execute(
    fixture.server.platform.db,
  );
};

fullTest(
  'the chat shows the start and the result live, in order with the messages, and who picked the exact score',
  async () => {
    const { noa, yossi, post, item } = await twoMembersWithGame();
    await postBets(yossi.call, item, 2, 1);
    await postBets(noa.call, item, 1, 1);
    await fixture.openLive(noa.page, `/main?sheet=chat&of=${post}`);
    await noa.page.getByText(t('chatEmptyTitle')).waitFor();
    const steps = noa.page.locator('[data-step]');
    const scoreOf = (homeScore: number, awayScore: number) =>
      t('scoreSpoken', { home: 'הפועל', homeScore, away: 'מכבי', awayScore });
    // Inside a link, whose accessible name is the match alone.
    const scoreAbove = (name: string) =>
      noa.page
        .getByRole('dialog')
        .locator('nav')
        .getByRole('img', { name, exact: true, includeHidden: true });
    await playWithScore(item, 1, 0);
    await noa.call.post('setItemResults/', { item: item.id, value: 'start' });
    await steps.getByText(t('life.started'), { exact: true }).waitFor();
    await scoreAbove(scoreOf(1, 0)).waitFor();
    await yossi.call.post('postComment/', { comment_post: post, description: 'זזים' });
    await message(noa.page, 'זזים').waitFor();
    await noa.call.post('setItemResults/', { item: item.id, value: { home: 2, away: 1 } });
    await steps.getByText(t('exactHits', { names: 'יוסי' }), { exact: true }).waitFor();
    await steps.getByRole('img', { name: scoreOf(2, 1), exact: true }).waitFor();
    await scoreAbove(scoreOf(2, 1)).waitFor();
    await yossi.call.post('postComment/', { comment_post: post, description: 'אחרי' });
    await message(noa.page, 'אחרי').waitFor();
    expect(
      await messageList(noa.page)
        .locator('[data-message], [data-step]')
        .evaluateAll((all) =>
          all.map((one) => one.getAttribute('data-step') ?? one.querySelector('p[dir]')?.textContent),
        ),
    ).toEqual(['started', 'זזים', 'result', 'אחרי']);
  },
);

/** The first unread message, whose row also holds the unread line. */
const firstUnread = (page: Page) =>
  messageList(page)
    .locator('[data-message]')
    .filter({ has: page.getByText(t('unreadLine')) });
/** Pixels from the top of the list to the top of a row. */
async function offsetInList(page: Page, row: Locator): Promise<number> {
  const [at, frame] = await Promise.all([row.boundingBox(), messageList(page).boundingBox()]);
  return (at?.y ?? Number.NaN) - (frame?.y ?? Number.NaN);
}

fullTest(
  'the unread line stays at the top of the list while the sheet opens and more messages load',
  async () => {
    // Pauses the sheet's opening animation at its first frame.
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
    await openChat(noa, post);
    const row = firstUnread(noa.page);
    await row.waitFor();
    await row.evaluate((it) =>
      it
        .closest('[role=dialog]')
        ?.getAnimations()
        .forEach((one) => one.finish()),
    );
    release();
    await messageList(noa.page).getByText('הודעה 40 ', { exact: false }).waitFor();
    await noa.page.locator('[data-state=idle]').waitFor();
    expect(Math.abs(await offsetInList(noa.page, row))).toBeLessThan(1);
  },
);

fullTest('the chat opens at the first unread message, on any device', async () => {
  const { noa, yossi, post } = await twoMembersWithGame();
  await insertMessages(post, [yossi.call.id], 5);
  await openChat(noa, post);
  await message(noa.page, 'הודעה 5')
    .or(messageList(noa.page).getByText('הודעה 5', { exact: false }))
    .first()
    .waitFor();
  await expect
    .poll(async () => (await noa.call.get<{ last: number | null }>('talk/', { post })).body.last)
    .not.toBeNull();
  await noa.page.goto('about:blank');

  await insertMessages(post, [yossi.call.id], 60);
  await openChat(noa, post);
  const first = firstUnread(noa.page);
  await first.waitFor();
  await noa.page.locator('[data-state=idle]').waitFor();
  await expect.poll(() => first.innerText()).toContain('הודעה 1 ');
  expect(Math.abs(await offsetInList(noa.page, first))).toBeLessThan(1);
  // The newest message is one tap away.
  await noa.page.getByRole('button', { name: /הודעות חדשות/ }).click();
  await messageList(noa.page).getByText('הודעה 60 ', { exact: false }).waitFor();
  const fetchLastRead = async () =>
    (await noa.call.get<{ last: number | null }>('talk/', { post })).body.last;
  const newest = (await noa.call.get<{ results: Message[] }>('postComment/', { comment_post: post })).body
    .results[0];
  await expect.poll(fetchLastRead).toBe(newest?.id);
  await noa.page.reload();
  await messageList(noa.page).getByText('הודעה 60 ', { exact: false }).waitFor();
  await expect.poll(() => first.count()).toBe(0);
});

fullTest('on a wide screen the chat is beside the feed, and works by keyboard alone', async () => {
  const { noa, yossi, post } = await twoMembersWithGame(desk);
  const { page } = noa;
  await fixture.open(page, '/main');
  const opener = page.getByRole('article').getByRole('button', { name: /^לשיחה/ });
  await opener.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: t('chat'), exact: true });
  await panel.getByText(t('chatEmptyTitle')).waitFor();
  await page.getByRole('article').waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => messageField(page).evaluate((it) => it === document.activeElement)).toBe(true);
  await page.keyboard.type('שורה');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('ועוד שורה');
  await page.keyboard.press('Enter');
  await panel.locator('[data-state="sent"]').waitFor();
  expect(await fetchTexts(yossi, post)).toEqual(['שורה\nועוד שורה']);
  await expect.poll(() => messageField(page).inputValue()).toBe('');
  // A message of blanks cannot be sent.
  await page.keyboard.type('   ');
  await page.keyboard.press('Enter');
  await expect.poll(() => button(page, t('send')).isDisabled()).toBe(true);
  await page.keyboard.type('א'.repeat(600));
  expect((await messageField(page).inputValue()).length).toBe(500);
  await panel.getByText('500/500', { exact: true }).waitFor();

  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  expect(
    await messageList(page).evaluate(
      (it) => it === document.activeElement || it.contains(document.activeElement),
    ),
  ).toBe(true);
  await button(panel, t('close')).focus();
  await page.keyboard.press('Enter');
  await panel.waitFor({ state: 'hidden' });
  await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true);
});

fullTest('a notification opens the chat; a guest is asked to sign in', async () => {
  const { noa, yossi, post } = await twoMembersWithGame();
  await yossi.call.post('postComment/', { comment_post: post, description: 'שמתם לב?' });
  await fixture.open(noa.page, '/notifications');
  await noa.page.getByText('שמתם לב?').click();
  await message(noa.page, 'שמתם לב?').waitFor();
  await dialog(noa.page, 'הדרבי').waitFor();

  const guest = await fixture.newVisitor('אורח');
  await fixture.open(guest.page, `/main?sheet=chat&of=${post}`);
  await textbox(guest.page, t('cellphone')).waitFor();
  // At the address of a member's page, which a guest may not see.
  await fixture.open(guest.page, `/post/${post}?sheet=chat&of=${post}`);
  await guest.page.getByText(t('chatSignIn')).waitFor();
  fixture.allowErrors(guest, /status of 404/);
});

/** Pastes a picture from the clipboard into the message field. */
const paste = (page: Page, bytes: Buffer) =>
  messageField(page).evaluate((it, base64) => {
    const clipboardData = new DataTransfer();
    const raw = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    clipboardData.items.add(new File([raw], 'us.jpg', { type: 'image/jpeg' }));
    it.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, bytes.toString('base64'));

fullTest('a pasted picture is sent with the text, and its space is reserved before it loads', async () => {
  const { noa, yossi, post } = await twoMembersWithGame();
  await insertMessages(post, [yossi.call.id, noa.call.id], 60);
  await Promise.all([openChat(noa, post), openChat(yossi, post)]);
  await messageList(noa.page).getByText('הודעה 60 ', { exact: false }).waitFor();
  let show = () => {};
  const released = new Promise<void>((opened) => (show = opened));
  await noa.page.route('**/api/image/**', (route) => released.then(() => route.continue()));

  const send = async (text: string) => {
    await paste(yossi.page, await photo(600, 900));
    await yossi.page
      .getByRole('group', { name: t('pictureNumber', { at: 1 }), exact: true })
      .locator('img[src^="/api/image/"]')
      .waitFor();
    await sendMessage(yossi.page, text);
  };
  await send('תראו');
  const first = message(noa.page, 'תראו');
  await first.waitFor();
  await animationsFinished(first);
  const place = await first.boundingBox();
  expect(place?.height).toBeGreaterThan(250);

  // A message that arrives while its reader has scrolled up shifts nothing.
  await noa.page.mouse.move((place?.x ?? 0) + 100, 300);
  await noa.page.mouse.wheel(0, -900);
  const pill = noa.page.getByRole('button', { name: /^(להודעות האחרונות|הודעה חדשה)$/ });
  await pill.waitFor();
  const anchor = messageList(noa.page).locator('[data-message]').filter({ hasText: 'הודעה 50 ' });
  const top = async () => (await anchor.boundingBox())?.y ?? 0;
  // The wheel's own scrolling has ended when two frames agree.
  const isAtRest = async () => {
    const before = await top();
    await noa.page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    return before === (await top());
  };
  await expect.poll(isAtRest).toBe(true);
  const was = await top();
  // A browser rounds scroll offsets to whole pixels.
  const expectNotMoved = async () => expect(Math.abs((await top()) - was)).toBeLessThan(1);
  await send('ועוד אחת');
  await button(noa.page, t('newMessages', { count: 1 })).waitFor();
  await expectNotMoved();

  const pictureWidths = () =>
    messageList(noa.page)
      .locator('img')
      .evaluateAll((all) => all.map((it) => (it as HTMLImageElement).naturalWidth));
  await expect.poll(() => pictureWidths()).toEqual([0, 0]);
  show();
  await expect.poll(pictureWidths).toEqual([600, 600]);
  await expectNotMoved();
  await pill.click();
  await message(noa.page, 'ועוד אחת').waitFor();
  expect((await first.boundingBox())?.height).toBe(place?.height);
});

fullTest(
  'a message is not sent with a picture that failed to upload, until the picture is removed or uploaded again',
  async () => {
    const { yossi, post } = await twoMembersWithGame();
    const { page } = yossi;
    await openChat(yossi, post);
    await page.route('**/api/image/?*', (route) => route.abort());
    await paste(page, await photo(60, 40));
    const picture = page.getByRole('group', { name: t('pictureNumber', { at: 1 }), exact: true });
    await page.getByRole('alert').getByText(t('pictureOffline'), { exact: true }).waitFor();
    await messageField(page).fill('תראו');
    await expect.poll(() => button(page, t('send')).isDisabled()).toBe(true);
    await messageField(page).press('Enter');
    await expect.poll(() => messageField(page).inputValue()).toBe('תראו');
    await button(picture, t('pictureRemove', { at: 1 })).click();
    await picture.waitFor({ state: 'hidden' });
    // The focus moves from its button to the message field.
    await expect.poll(() => page.locator(':focus').getByRole('textbox').count()).toBe(1);
    await button(page, t('send')).click();
    await message(page, 'תראו').waitFor();

    // A retry uploads the picture, and the message is sent with it.
    await paste(page, await photo(60, 40));
    await page.getByRole('alert').getByText(t('pictureOffline'), { exact: true }).waitFor();
    await messageField(page).fill('ועוד');
    await page.unroute('**/api/image/?*');
    await button(picture, `${t('pictureRetry')}: ${t('pictureNumber', { at: 1 })}`).click();
    await button(page, t('send')).click();
    await message(page, 'ועוד').locator('img[src^="/api/image/"]').waitFor();
    fixture.allowErrors(yossi, /ERR_FAILED/);
  },
);

/** Measurements over the frames of a scroll: pixels, frames in which rows jumped, rows in the page. */
type ScrollRecord = { moved: number; jolts: number; rows: number };
type Watch = { seen: ScrollRecord };

/** Measures every frame; a jolt is one in which rows near the viewport move by different distances, or backwards. */
const watchRows = (page: Page, name: string) =>
  page.evaluate((label) => {
    const frame = document.querySelector(`[role=region][aria-label="${label}"]`);
    const record: ScrollRecord = { moved: 0, jolts: 0, rows: 0 };
    (window as unknown as Watch).seen = record;
    let before = new Map<string, number>();
    const measureFrame = () => {
      const rows = [...(frame?.querySelectorAll<HTMLElement>('[data-message]') ?? [])];
      const now = new Map(rows.map((row) => [row.dataset['message'] ?? '', row.getBoundingClientRect().top]));
      // Far out of view the topmost row may still be merged with the messages before it.
      const [topmost] = before.keys();
      const steps = [...now].flatMap(([key, top]) => {
        const was = before.get(key);
        const joins = key === topmost && top < -innerHeight;
        return was === undefined || joins || top < -2000 || top > 2000 ? [] : [top - was];
      });
      if (steps.length > 0) {
        const [least, greatest] = [Math.min(...steps), Math.max(...steps)];
        if (least < -0.6 || greatest - least > 1) record.jolts += 1;
        record.moved += greatest;
      }
      record.rows = rows.length;
      before = now;
      requestAnimationFrame(measureFrame);
    };
    requestAnimationFrame(measureFrame);
  }, name);

fullTest(
  'scrolling up a long chat shifts no row and frees far ones',
  async () => {
    const count = runSize('messages in a chat', 300, 10_000);
    const { noa, yossi, post } = await twoMembersWithGame(smoothScrolling);
    await insertMessages(post, [yossi.call.id, noa.call.id], count);
    const { page, context } = noa;
    await openChat(noa, post);
    await messageList(page).getByText(`הודעה ${count}`, { exact: false }).first().waitFor();
    const cdp = await context.newCDPSession(page);
    const heap = async () => {
      await cdp.send('HeapProfiler.collectGarbage');
      return (await cdp.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
    };
    const before = await heap();
    const box = await messageList(page).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 200);
    const up = async (turns: number) => {
      for (let turn = 0; turn < turns; turn += 1) {
        await page.mouse.wheel(0, -150);
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
    };
    // Before `watchRows`, whose own work would be measured too.
    const { work, summary } = await measureScroll(page, () => up(30));
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await watchRows(page, t('messages'));
    const turns = runSize('turns of the wheel', 20, 600);
    const seenNow = () => page.evaluate(() => (window as unknown as Watch).seen);
    await up(turns);
    await expect.poll(async () => Math.round((await seenNow()).moved / 150)).toBe(turns);
    const record = await seenNow();
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const after = await heap();
    process.stdout.write(
      `journeys: ${count} messages, ${turns} turns up: heap ${before.toFixed(1)} → ${after.toFixed(1)} MB, ` +
        `${record.rows} rows in the page, ${record.jolts} jolts, ${summary}\n`,
    );
    expect(record.jolts).toBe(0);
    expectWithin('the longest task of a scroll', work, 50);
    expect(record.rows).toBeLessThan(240);
    expect(after - before).toBeLessThan(4);

    // A message that arrives while its reader has scrolled up shifts nothing.
    const anchor = messageList(page).locator('[data-message]').nth(60);
    const top = async () => Math.round((await anchor.boundingBox())?.y ?? 0);
    const was = await top();
    await yossi.call.post('postComment/', { comment_post: post, description: 'חדשה' });
    const pill = page.getByRole('button', { name: /^(להודעות האחרונות|הודעה חדשה)$/ });
    await pill.waitFor();
    await expect.poll(() => top()).toBe(was);
    await pill.click();
    await message(page, 'חדשה').waitFor();
  },
  1_800_000,
);
