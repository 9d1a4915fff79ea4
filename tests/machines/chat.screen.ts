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
const isShort = (it: AnyMachineSnapshot) => contextOf(it).loaded.messages[0]?.id === 105;
const isLong = (it: AnyMachineSnapshot) => contextOf(it).loaded.messages.length >= 90;
const isJumping = (it: AnyMachineSnapshot) => it.matches({ ready: 'jumpingToEnd' });

/** What the page reports by itself, as soon as these messages are on it. */
const told: Readonly<Record<string, (it: AnyMachineSnapshot) => boolean>> = {
  'sees all of it': (it) => isShort(it) && contextOf(it).visible === null,
  'sees the middle': (it) => isLong(it) && contextOf(it).visible === null,
  // The way to the end begins at the end of what is here.
  'sees the bottom': (it) => isLong(it) && isJumping(it) && contextOf(it).visible?.bottom !== 190,
  'sees the end': (it) => contextOf(it).generation > 0 && contextOf(it).visible === null,
};
const isTold = (it: AnyMachineSnapshot) => Object.values(told).some((due) => due(it));
const moved = (top: number, bottom: number, pageVisible = true) =>
  ({ type: 'view.moved', top, bottom, pageVisible }) as const;

/** The walk's own looks: where a screen of a phone comes to stand in these rows. */
const edges = {
  ...chatExpectations,
  events: {
    ...Object.fromEntries(
      Object.entries(chatExpectations.events).filter(([name]) => !name.startsWith('sees ')),
    ),
    'show end': { type: 'end.show' as const },
    'sees all of it': moved(105, 106),
    'looks away': moved(105, 106, false),
    'sees the middle': moved(141, 150),
    'sees the bottom': moved(181, 190),
    'sees the end': moved(191, 192),
    'sees one above': when((it) => contextOf(it).visible?.top === 141, moved(140, 149)),
    'sees one below': when((it) => contextOf(it).visible?.top === 141, moved(142, 151)),
  },
} satisfies typeof chatExpectations;

const list = (page: Page) => page.getByRole('region', { name: t('messages'), exact: true });
const pill = (page: Page) =>
  page.getByRole('button', { name: /^(להודעות האחרונות|הודעה חדשה|.*הודעות חדשות)$/ });

/** Turns the wheel until this row stands at the screen's edge. */
async function rolls(page: Page, id: number, edge: 'top' | 'bottom'): Promise<void> {
  const [row, frame] = await Promise.all([
    list(page).locator(`[data-message="${id}"]`).boundingBox(),
    list(page).boundingBox(),
  ]);
  if (!row || !frame) throw new Error(`no message ${id}`);
  await list(page).hover();
  const far = edge === 'top' ? row.y + row.height - frame.y - 8 : row.y - frame.y - frame.height + 8;
  await page.mouse.wheel(0, far);
}

/** The chat under a game, as its reader moves through it. */
export async function walkChat(fixture: BrowserFixture): Promise<void> {
  const server = chatServer();
  const staff = buildAppData({}, 1);
  const me = { ...staff, appuser: staff.appuser && { ...staff.appuser, is_staff: true } };
  const only = Object.fromEntries(
    Object.keys(edges.events).map((name) => [name, told[name] ?? ((it: AnyMachineSnapshot) => !isTold(it))]),
  );
  const both = (name: string, also: (it: AnyMachineSnapshot) => boolean) => ({
    [name]: (it: AnyMachineSnapshot) => !isTold(it) && also(it),
  });
  const room = (page: Page, state: string) =>
    page
      .locator(`[data-state="${state}"]`)
      .filter({ has: textbox(page, t('writeMessage')) })
      .waitFor();
  await walkScreens(
    fixture,
    chat,
    edges,
    {
      opens: {
        post: async (page) => {
          server.begins();
          const asked = page.waitForRequest((request) => request.url().includes('/api/talk/'));
          await fixture.openLive(page, '/main?sheet=chat&of=7');
          await asked;
          // From here on time passes only as the walk has it.
          await pauseClock(page);
        },
      },
      by: {
        'sees all of it': () => Promise.resolve(),
        'sees the middle': () => Promise.resolve(),
        'sees the bottom': () => Promise.resolve(),
        'sees the end': () => Promise.resolve(),
        'looks away': (page) =>
          page.evaluate(() => {
            Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
            document.dispatchEvent(new Event('visibilitychange'));
          }),
        'sees one above': (page) => rolls(page, 140, 'top'),
        'sees one below': (page) => rolls(page, 151, 'bottom'),
      },
      hands: {
        'chat.changed': () => emitEvents(fixture, { type: 'comment', post: 7 }),
        'chat.retry': (page) => button(page, t('retry')).click(),
        'end.show': (page) => pill(page).click(),
        'message.sent': async (page) => {
          await textbox(page, t('writeMessage')).fill('שלי');
          await button(page, t('send')).click();
        },
        'message.removed': async (page, { id }) => {
          await button(list(page).locator(`[data-message="${String(id)}"]`), t('messageActions')).click();
          await button(dialog(page, t('messageActions')), t('deleteMessage')).click();
          const ask = dialog(page, t('deleteMessageAsk'));
          await button(ask, t('delete')).click();
          await ask.waitFor({ state: 'hidden' });
        },
      },
      only: {
        ...only,
        // It comes from the device.
        'opens from the cache': () => false,
        ...both('retry', (it) => it.matches('failed')),
        ...both('looks away', (it) => isShort(it) && !it.matches('failed')),
        ...both('own message arrives', isShort),
      },
      ports: server.ports,
      around: (request, url) => {
        const here = (path: string, method?: string) => requestTo(path, method)(request, url);
        if (here('getAppData/')) return me;
        if (here('post/7/')) return buildPost(7, { description: 'הדרבי' });
        if (here('steps/')) return { results: [] };
        if (here('post/')) return buildPage();
        if (here('talk/', 'PUT')) return { last: (request.postDataJSON() as { last: number }).last };
        if (here('postcomment/', 'DELETE')) return {};
        if (!here('postcomment/', 'POST')) return server.answers(request, url);
        const { key } = request.postDataJSON() as { key: string };
        return buildComment(107, { member: 1, description: 'שלי', key });
      },
      shows: {
        '*': (_, { loaded }) => Promise.resolve(server.setLoaded(loaded)),
        loading: async (page) => {
          await room(page, 'loading');
          await waitUntilEqual(() => list(page).count(), 0);
        },
        failed: async (page) => {
          await seeAlert(page, t('chatLost'));
          await seeAlert(page, t('failure.offline'));
          await seeReady(page, t('retry'));
        },
        ready: async (page, { loaded }) => {
          const ids = () =>
            list(page)
              .locator('[data-message]')
              .evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-message'))));
          await waitUntilEqual(
            ids,
            loaded.messages.map(({ id }) => id),
          );
          const gone = loaded.messages.filter(({ active }) => !active).length;
          await waitUntilEqual(() => list(page).getByText(t('messageGone'), { exact: true }).count(), gone);
          await waitUntilEqual(() => list(page).getByRole('status').count(), loaded.hasOlder ? 1 : 0);
          if (loaded.hasNewer) await pill(page).waitFor();
        },
        ...Object.fromEntries(
          ['idle', 'loadingOlder', 'loadingNewer', 'catchingUp', 'jumpingToEnd', 'awaitingRetry'].map(
            (state) => [
              `ready.${state}`,
              // Before anything is visible it is not idle for long: the page reports what is on the screen at once.
              (page: Page, { visible }: Context) =>
                state === 'idle' && visible === null ? Promise.resolve() : room(page, state),
            ],
          ),
        ),
      },
      unwalked: {
        'loading —xstate.done.actor.openChat [isCached]→ ready':
          'a chat is shown so where the server cannot be reached: offline-reload.test.ts',
        'ready.awaitingRetry —chat.retry→ ready.idle': 'there is no button: it retries by itself',
        'ready —xstate.error.actor.readReceipts→ itself': 'only a defect breaks the read receipts',
      },
    },
    true,
  );
}
