import type { Page, Request } from 'playwright-core';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import type { Item } from '#contract/models.ts';
import { shownValues } from '#domain/bet/pending-values.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { bet } from '#machines/bet.ts';
import { betExpectations } from './bet.expectations.ts';
import { button, pauseClock, pageTime } from '#tests/support/browser/page-actions.ts';
import { buildPost } from '#tests/support/builders.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import type { ScreenSpec } from '#tests/support/statecharts/screen-walks.ts';
import {
  requestTo,
  refreshFeed,
  waitUntilEqual,
  answerPing,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import { readMessages, t } from '#tests/support/translations.ts';

type Context = ContextFrom<typeof bet>;
type SyncedItem = { readonly item: Item; readonly serverNow: number };

const homeOption = 11;
const name = 'חצי הגמר';
/** Milliseconds until the deadline in the last minute: less than any delay of the machine, more than clocks differ. */
const lastMinuteMs = { match: 2000, balance: 200 };
const timestamps = { created: '2026-06-11T10:00:00.000Z', updated: '2026-06-11T10:00:00.000Z' };

const card = (page: Page) => page.getByRole('group', { name, exact: true });
const slider = (page: Page) =>
  card(page).getByRole('slider', { name: t('votesFor', { name: `אפשרות ${homeOption}` }) });

/** The label of a cell, by its state. */
const cellLabels = {
  mine: 'cellMine',
  saving: 'cellSaving',
  waiting: 'cellWaiting',
  saved: 'cellSaved',
} as const;
/** The label of a cleared cell. */
const emptyCellLabels = {
  saving: 'cellTakenBack',
  waiting: 'cellTakenBackWaits',
  empty: 'cellEmpty',
} as const;
type Unsaved = 'mine' | 'saving' | 'waiting';

type ShownPick = { readonly side: string; readonly digit: number | null };
const labelOfPick = (
  { side, digit }: ShownPick,
  state: keyof typeof cellLabels | keyof typeof emptyCellLabels,
) => {
  const labels: Readonly<Record<string, MessageKey>> = digit === null ? emptyCellLabels : cellLabels;
  return t(labels[state] ?? 'cellEmpty', { name: side, digit });
};
const optionRow = (page: Page, { side }: ShownPick) =>
  card(page).getByRole('listitem').filter({ hasText: side });

/** The card shows `phase`; cells with pending values look `pending`, the others saved or empty; all are enabled. */
const seePicks =
  (phase: string, pending?: Unsaved) =>
  async (page: Page, { item, pendingValues }: Context) => {
    await waitUntilEqual(() => card(page).getAttribute('data-bet'), phase);
    const shown = shownValues(item, pendingValues);
    for (const { id, name: side } of Object.values(item.options)) {
      const pick = { side, digit: shown[id] ?? null };
      const state = pending && id in pendingValues ? pending : pick.digit === null ? 'empty' : 'saved';
      if (item.type === 'home/away') await button(card(page), labelOfPick(pick, state)).waitFor();
      else {
        await waitUntilEqual(() => optionRow(page, pick).getAttribute('data-state'), state);
        const votes = optionRow(page, pick).getByRole('slider');
        await waitUntilEqual(() => votes.getAttribute('aria-valuenow'), String(pick.digit ?? 0));
      }
    }
  };
/** Any reason why a save failed. */
const anyFailure = new RegExp(
  Object.entries(readMessages('heb'))
    .flatMap(([key, words]) => (key.startsWith('failure.') ? [words.replaceAll(/[.?]/g, '\\$&')] : []))
    .join('|'),
);
const seeNoFailure = (page: Page) => waitUntilEqual(() => card(page).getByText(anyFailure).count(), 0);
const seeFailure = (page: Page, { failure }: Context) =>
  card(page)
    .getByText(t(`failure.${failure?.kind ?? 'offline'}`), { exact: true })
    .waitFor();
/** The card shows the server's values in disabled cells. */
const seeLocked = async (page: Page, phase: string, { item }: Context) => {
  await waitUntilEqual(() => card(page).getAttribute('data-bet'), phase);
  const sides = Object.values(item.options);
  if (item.type === 'home/away' && sides.every(({ value }) => value === null))
    return card(page).getByText(t('notPicked'), { exact: true }).waitFor();
  for (const { name: side, value: digit } of sides) {
    if (item.type === 'home/away') {
      const label = t(digit === null ? 'cellLockedEmpty' : 'cellLocked', { name: side, digit });
      await card(page).getByRole('img', { name: label, exact: true }).waitFor();
    } else {
      await waitUntilEqual(() => optionRow(page, { side, digit }).getAttribute('data-state'), 'locked');
      await waitUntilEqual(() => optionRow(page, { side, digit }).getByRole('slider').count(), 0);
    }
  }
  return undefined;
};

/** Stores a member's picks on the device as another tab does: this page gets the storage event. */
const storeInAnotherTab = (page: Page, { id }: Item, pendingValues: object) =>
  page.evaluate(
    ([item, stored]) => {
      const { user } = JSON.parse(localStorage.getItem('hevre:session') ?? '') as { user: { id: number } };
      const key = `hevre:draft:${user.id}:${item}`;
      // With nothing pending the other tab had saved what is stored.
      const newValue = stored === '{}' ? `{"removed":${localStorage.getItem(key)}}` : stored;
      localStorage.setItem(key, newValue);
      dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
    },
    [id, JSON.stringify(pendingValues)] as const,
  );

/** A bet, from the first pick to the server's answer. */
export async function walkBet(fixture: BrowserFixture): Promise<void> {
  /** The item as the server answers it, and the time until its date. */
  let serverItem: { item: Item; timeLeft: number | null };
  let isLastMinute = false;
  const setServerItem = ({ item, serverNow }: SyncedItem) => {
    const timeLeft = item.date === null ? null : Date.parse(item.date) - serverNow;
    if (timeLeft !== null && timeLeft <= 0) serverItem = { item, timeLeft: -lastMinuteMs.match };
    else if (isLastMinute)
      serverItem = { item, timeLeft: item.type === 'balance' ? lastMinuteMs.balance : lastMinuteMs.match };
    else serverItem = { item, timeLeft };
  };
  const game = async (page: Page) => {
    const { item, timeLeft } = serverItem;
    const date = timeLeft === null ? null : new Date((await pageTime(page)) + timeLeft).toISOString();
    return buildPost(item.post, { items_data: [{ ...item, name, date }] });
  };
  const answerOther = async (request: Request, url: URL) => {
    if (!requestTo('post/')(request, url)) return answerPing(request, url);
    return { results: [await game(request.frame().page())], count: 1 };
  };
  /** Pauses the page's clock, so that only the walk's delays pass; the server's clock follows. */
  const pauseTime = async (page: Page) => {
    await pauseClock(page);
    await Promise.all([
      page.waitForResponse(/\/api\/ping\//),
      page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
    ]);
  };
  const syncItem = async (page: Page, event: SyncedItem) => {
    setServerItem(event);
    await refreshFeed(page);
  };
  const openFeed =
    (start: string, inLastMinute = false) =>
    async (page: Page) => {
      const first = betExpectations.inputs[start] as SyncedItem;
      isLastMinute = false;
      setServerItem(first);
      const firstResponses = ['events', 'ping'].map((path) =>
        page.waitForResponse(new RegExp(`/api/${path}/`)),
      );
      await Promise.all([...firstResponses, fixture.open(page, '/main')]);
      await card(page).waitFor();
      await pauseTime(page);
      isLastMinute = inLastMinute;
      if (inLastMinute) await syncItem(page, first);
    };

  const baseSpec: ScreenSpec<typeof bet> = {
    openScreen: { 'a match': openFeed('a match'), 'a balance': openFeed('a balance') },
    eventActions: {
      'pick.set': async (page, { option, value }) => {
        if (await slider(page).count()) {
          await slider(page).press('Home');
          for (let votes = 0; votes < value; votes += 10) await slider(page).press('PageUp');
          return undefined;
        }
        const side = `אפשרות ${option}`;
        await card(page)
          .getByRole('button', { name: new RegExp(`^${side}:`) })
          .click();
        const pad = page.getByRole('region', { name: t('padTitle', { name: side }), exact: true });
        return button(pad, value === null ? t('padClear') : String(value)).click();
      },
      'draft.stored': (page, { pendingValues }) => storeInAnotherTab(page, serverItem.item, pendingValues),
      'item.synced': (page, event) => syncItem(page, event as unknown as SyncedItem),
      'connection.restored': async (page) => {
        await page.context().setOffline(true);
        await page
          .getByRole('status')
          .filter({ hasText: t('offlineWaiting', { count: 1 }) })
          .waitFor();
        await page.context().setOffline(false);
      },
    },
    ports: {
      saveBets: {
        isRequest: (request, url) => url.pathname.endsWith('/api/bet/') && request.method() !== 'GET',
        toWire: ({ bets, version }: { bets: readonly object[]; version: number }) =>
          bets.map((one) => ({
            ...timestamps,
            ...one,
            item: serverItem.item.id,
            post: serverItem.item.post,
            version,
          })),
      },
      fetchItem: { isRequest: requestTo('item/5/') },
    },
    answerOther,
    offeredWhen: {
      // The slider needs another value to move back from.
      'no votes': ({ context }: AnyMachineSnapshot) => (context as Context).pendingValues[homeOption] === 70,
      // Another tab saves only picks that are stored.
      'saved by another tab': ({ context }: AnyMachineSnapshot) =>
        Object.keys((context as Context).pendingValues).length > 0,
      // The server answers that there is nothing to remove.
      'cleared, without a version': () => false,
      // The screen has no such cell.
      'another item’s option': () => false,
      // It would end the session and leave the screen; it takes the same transition as any other retryable failure.
      'signed out': () => false,
    },
    shows: {
      idle: async (page, context) => {
        await seePicks('open')(page, context);
        await seeNoFailure(page);
      },
      refetching: async (page, context) => {
        await seePicks('open', 'saving')(page, context);
        await seeNoFailure(page);
      },
      drafting: seePicks('draft', 'mine'),
      debouncing: seePicks('open', 'saving'),
      saving: seePicks('busy', 'saving'),
      awaitingRetry: async (page, context) => {
        await seePicks('waiting', 'waiting')(page, context);
        await seeNoFailure(page);
      },
      refused: async (page, context) => {
        await seePicks('refused')(page, context);
        await seeFailure(page, context);
      },
      missedDeadline: async (page, context) => {
        await seeLocked(page, 'refused', context);
        await seeFailure(page, context);
      },
      closed: async (page, context) => {
        await seeLocked(page, 'closed', context);
        await seeNoFailure(page);
      },
    },
    unwalked: {
      '(root) —xstate.error.actor.deadline→ itself': 'only a defect stops the deadline actor',
    },
  };
  /** The same with so little time left that the deadline passes before any other delay. */
  const lastMinuteSpec: ScreenSpec<typeof bet> = {
    ...baseSpec,
    openScreen: { 'a match': openFeed('a match', true), 'a balance': openFeed('a balance', true) },
    eventActions: {
      ...baseSpec.eventActions,
      'deadline.reached': (page) => page.clock.runFor(2 * lastMinuteMs.match),
    },
    offeredWhen: { ...baseSpec.offeredWhen, 'retry is due': () => false },
  };
  await walkScreens(fixture, bet, betExpectations, [baseSpec, lastMinuteSpec], true);
}
