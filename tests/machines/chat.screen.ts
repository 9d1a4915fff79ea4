import type { Page } from 'playwright-core';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import { chat } from '#machines/chat.ts';
import { chatExpectations } from './chat.expectations.ts';
import { buildComment, buildAppData, buildPage, buildPost } from '#tests/support/builders.ts';
import { button, dialog, textbox, pauseClock } from '#tests/support/browser/page-actions.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import { when } from '#tests/support/statecharts/test-machine.ts';
import {
  requestTo,
  emitEvents,
  seeReady,
  seeAlert,
  waitUntilEqual,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import { chatServer } from '#tests/support/statecharts/chat-server.ts';
import { t } from '#tests/support/translations.ts';

type Context = ContextFrom<typeof chat>;
const contextOf = ({ context }: AnyMachineSnapshot) => context as Context;
const isShort = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).loaded.messages[0]?.id === 105;
const isLong = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).loaded.messages.length >= 90;
const isJumping = (snapshot: AnyMachineSnapshot) => snapshot.matches({ ready: 'jumpingToEnd' });

/** Moves that the page causes by itself, and the snapshots in which it does. */
const automaticMoves: Readonly<Record<string, (it: AnyMachineSnapshot) => boolean>> = {
  'sees all of it': (snapshot) => isShort(snapshot) && contextOf(snapshot).visible === null,
  'sees the middle': (snapshot) => isLong(snapshot) && contextOf(snapshot).visible === null,
  // Jumping to the end first scrolls to the last loaded message.
  'sees the bottom': (snapshot) =>
    isLong(snapshot) && isJumping(snapshot) && contextOf(snapshot).visible?.bottom !== 190,
  'sees the end': (snapshot) => contextOf(snapshot).generation > 0 && contextOf(snapshot).visible === null,
};
const isAutomatic = (snapshot: AnyMachineSnapshot) =>
  Object.values(automaticMoves).some((isDue) => isDue(snapshot));
const viewMoved = (top: number, bottom: number, pageVisible = true) =>
  ({ type: 'view.moved', top, bottom, pageVisible }) as const;

/** The expectations with the views that a phone’s screen has of these messages. */
const screenExpectations = {
  ...chatExpectations,
  events: {
    ...Object.fromEntries(
      Object.entries(chatExpectations.events).filter(([name]) => !name.startsWith('sees ')),
    ),
    'show end': { type: 'end.show' as const },
    'sees all of it': viewMoved(105, 106),
    'looks away': viewMoved(105, 106, false),
    'sees the middle': viewMoved(141, 150),
    'sees the bottom': viewMoved(181, 190),
    'sees the end': viewMoved(191, 192),
    'sees one above': when((snapshot) => contextOf(snapshot).visible?.top === 141, viewMoved(140, 149)),
    'sees one below': when((snapshot) => contextOf(snapshot).visible?.top === 141, viewMoved(142, 151)),
  },
} satisfies typeof chatExpectations;

const messageList = (page: Page) => page.getByRole('region', { name: t('messages'), exact: true });
const jumpButton = (page: Page) =>
  page.getByRole('button', { name: /^(להודעות האחרונות|הודעה חדשה|.*הודעות חדשות)$/ });

/** Scrolls by the wheel until this message is at the screen's edge. */
async function scrollTo(page: Page, id: number, edge: 'top' | 'bottom'): Promise<void> {
  const [row, frame] = await Promise.all([
    messageList(page).locator(`[data-message="${id}"]`).boundingBox(),
    messageList(page).boundingBox(),
  ]);
  if (!row || !frame) throw new Error(`no message ${id}`);
  await messageList(page).hover();
  const distance = edge === 'top' ? row.y + row.height - frame.y - 8 : row.y - frame.y - frame.height + 8;
  await page.mouse.wheel(0, distance);
}

/** The chat under a game, as a reader scrolls through it. */
export async function walkChat(fixture: BrowserFixture): Promise<void> {
  const server = chatServer();
  const staff = buildAppData({}, 1);
  const me = { ...staff, appuser: staff.appuser && { ...staff.appuser, is_staff: true } };
  const offeredWhen = Object.fromEntries(
    Object.keys(screenExpectations.events).map((name) => [
      name,
      automaticMoves[name] ?? ((snapshot: AnyMachineSnapshot) => !isAutomatic(snapshot)),
    ]),
  );
  const unlessAutomatic = (name: string, predicate: (it: AnyMachineSnapshot) => boolean) => ({
    [name]: (snapshot: AnyMachineSnapshot) => !isAutomatic(snapshot) && predicate(snapshot),
  });
  const seeChatState = (page: Page, state: string) =>
    page
      .locator(`[data-state="${state}"]`)
      .filter({ has: textbox(page, t('writeMessage')) })
      .waitFor();
  await walkScreens(
    fixture,
    chat,
    screenExpectations,
    {
      openScreen: {
        post: async (page) => {
          server.reset();
          const asked = page.waitForRequest((request) => request.url().includes('/api/talk/'));
          await fixture.openLive(page, '/main?sheet=chat&of=7');
          await asked;
          // From now on only the walk moves the clock.
          await pauseClock(page);
        },
      },
      moveActions: {
        'sees all of it': () => Promise.resolve(),
        'sees the middle': () => Promise.resolve(),
        'sees the bottom': () => Promise.resolve(),
        'sees the end': () => Promise.resolve(),
        'looks away': (page) =>
          page.evaluate(() => {
            Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
            document.dispatchEvent(new Event('visibilitychange'));
          }),
        'sees one above': (page) => scrollTo(page, 140, 'top'),
        'sees one below': (page) => scrollTo(page, 151, 'bottom'),
      },
      eventActions: {
        'chat.changed': () => emitEvents(fixture, { type: 'comment', post: 7 }),
        'chat.retry': (page) => button(page, t('retry')).click(),
        'end.show': (page) => jumpButton(page).click(),
        'message.sent': async (page) => {
          await textbox(page, t('writeMessage')).fill('שלי');
          await button(page, t('send')).click();
        },
        'message.removed': async (page, { id }) => {
          await button(
            messageList(page).locator(`[data-message="${String(id)}"]`),
            t('messageActions'),
          ).click();
          await button(dialog(page, t('messageActions')), t('deleteMessage')).click();
          const question = dialog(page, t('deleteMessageAsk'));
          await button(question, t('delete')).click();
          await question.waitFor({ state: 'hidden' });
        },
      },
      offeredWhen: {
        ...offeredWhen,
        // A cached chat comes from the device.
        'opens from the cache': () => false,
        ...unlessAutomatic('retry', (snapshot) => snapshot.matches('failed')),
        ...unlessAutomatic('looks away', (snapshot) => isShort(snapshot) && !snapshot.matches('failed')),
        ...unlessAutomatic('own message arrives', isShort),
      },
      ports: server.ports,
      answerOther: (request, url) => {
        const isRequest = (path: string, method?: string) => requestTo(path, method)(request, url);
        if (isRequest('getAppData/')) return me;
        if (isRequest('post/7/')) return buildPost(7, { description: 'הדרבי' });
        if (isRequest('steps/')) return { results: [] };
        if (isRequest('post/')) return buildPage();
        if (isRequest('talk/', 'PUT')) return { last: (request.postDataJSON() as { last: number }).last };
        if (isRequest('postcomment/', 'DELETE')) return {};
        if (!isRequest('postcomment/', 'POST')) return server.answerRequest(request, url);
        const { key } = request.postDataJSON() as { key: string };
        return buildComment(107, { member: 1, description: 'שלי', key });
      },
      shows: {
        '*': (_, { loaded }) => Promise.resolve(server.setLoaded(loaded)),
        loading: async (page) => {
          await seeChatState(page, 'loading');
          await waitUntilEqual(() => messageList(page).count(), 0);
        },
        failed: async (page) => {
          await seeAlert(page, t('chatLost'));
          await seeAlert(page, t('failure.offline'));
          await seeReady(page, t('retry'));
        },
        ready: async (page, { loaded }) => {
          const ids = () =>
            messageList(page)
              .locator('[data-message]')
              .evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-message'))));
          await waitUntilEqual(
            ids,
            loaded.messages.map(({ id }) => id),
          );
          const deletedCount = loaded.messages.filter(({ active }) => !active).length;
          await waitUntilEqual(
            () => messageList(page).getByText(t('messageGone'), { exact: true }).count(),
            deletedCount,
          );
          await waitUntilEqual(() => messageList(page).getByRole('status').count(), loaded.hasOlder ? 1 : 0);
          if (loaded.hasNewer) await jumpButton(page).waitFor();
        },
        ...Object.fromEntries(
          ['idle', 'loadingOlder', 'loadingNewer', 'catchingUp', 'jumpingToEnd', 'awaitingRetry'].map(
            (state) => [
              `ready.${state}`,
              // Before anything is visible it is not idle for long: the page reports what is on the screen at once.
              (page: Page, { visible }: Context) =>
                state === 'idle' && visible === null ? Promise.resolve() : seeChatState(page, state),
            ],
          ),
        ),
      },
      unwalked: {
        'loading —xstate.done.actor.openChat [isCached]→ ready':
          'a cached chat is shown when the server cannot be reached: offline-reload.test.ts',
        'ready.awaitingRetry —chat.retry→ ready.idle': 'there is no button: it retries by itself',
        'ready —xstate.error.actor.readReceipts→ itself': 'only a defect breaks the read receipts',
      },
    },
    true,
  );
}
