import type { Page } from 'playwright-core';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import type { MessageKey } from '#i18n/keys.ts';
import { shownToasts, toasts, type ToastRequest } from '#machines/toasts.ts';
import { toastsExpectations } from './toasts.expectations.ts';
import { button, dialog, pauseClock } from '#tests/support/browser/page-actions.ts';
import { buildAppData, buildLeague, buildEmptyStandings } from '#tests/support/builders.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import { requestTo, waitUntilEqual, walkScreens } from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

type Context = ContextFrom<typeof toasts>;
const listOf = ({ context }: AnyMachineSnapshot) => (context as Context).toasts;
const toastText = ({ message, values }: ToastRequest) => t(message as MessageKey, values);

/** The toasts of an official league's page: link copied, joined, code renewed. */
export async function walkToasts(fixture: BrowserFixture): Promise<void> {
  const league = buildLeague(4, 'הליגה הלאומית', {
    custom: false,
    is_member: false,
    is_staff: true,
    code: '7QK2MX4T9P',
  });
  const toast = (page: Page) => page.locator('[data-toast]');
  // By keyboard, so that the pointer does not move.
  const press = async (control: ReturnType<typeof button>) => {
    await control.focus();
    await control.press('Enter');
  };
  const copyLink = async (page: Page, succeeds: boolean) => {
    await page.evaluate((mayCopy) => Object.assign(window, { mayCopy }), succeeds);
    await press(page.getByRole('button', { name: t('qrShow') }));
    const sheet = dialog(page, league.name);
    await press(button(sheet, t('copyLink')));
    await press(button(sheet, t('close')));
    await sheet.waitFor({ state: 'hidden' });
    // The router needs a moment of the paused clock before it opens the sheet again.
    await page.clock.runFor(100);
  };
  const causes: Record<string, (page: Page) => Promise<unknown>> = {
    copied: (page) => copyLink(page, true),
    copyFailed: (page) => copyLink(page, false),
    joined: (page) => press(button(page, t('joinLeague'))),
    saved: async (page) => {
      await press(button(page, t('leagueSettings')));
      await press(button(dialog(page, t('leagueSettings')), t('renewCode')));
      await press(button(dialog(page, t('renewCode')), t('renewCode')));
      await dialog(page, t('renewCode')).waitFor({ state: 'hidden' });
      await press(button(dialog(page, t('leagueSettings')), t('close')));
    },
  };
  const setVisibility = async (page: Page, state: 'hidden' | 'visible') => {
    await page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: now });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  };
  let isHovered = false;
  // Toasts do not expire while they are read, or while the page is hidden.
  const passTime = (page: Page) => page.clock.runFor(5000);
  await walkScreens(
    fixture,
    toasts,
    toastsExpectations,
    {
      openScreen: {
        app: async (page) => {
          isHovered = false;
          await page.addInitScript(() => {
            const writeText = () =>
              'mayCopy' in window && window.mayCopy === true
                ? Promise.resolve()
                : Promise.reject(new Error());
            Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
          });
          await fixture.open(page, '/section/4');
          // A sheet's code is loaded on first use.
          await press(page.getByRole('button', { name: t('qrShow') }));
          await press(button(dialog(page, league.name), t('close')));
          await press(button(page, t('leagueSettings')));
          await press(button(dialog(page, t('leagueSettings')), t('renewCode')));
          await press(button(dialog(page, t('renewCode')), t('cancel')));
          await press(button(dialog(page, t('leagueSettings')), t('close')));
          await page.getByRole('dialog').waitFor({ state: 'hidden' });
          // Pauses the page's clock: from now on only the walk moves it.
          await pauseClock(page);
        },
      },
      eventActions: {
        'toast.show': (page, event) =>
          causes[(event.toast as ToastRequest).message]?.(page) ?? Promise.resolve(),
        'toast.dismiss': async (page) => {
          const close = button(toast(page).first(), t('close'));
          // A click would hover the toast and pause it: it is pressed without hover or focus, as by a screen reader.
          await (isHovered ? close.click() : close.dispatchEvent('click'));
        },
        'attention.gained': async (page) => {
          isHovered = true;
          // The newest toast covers the others.
          await toast(page).last().hover();
          await passTime(page);
        },
        'attention.lost': async (page) => {
          isHovered = false;
          await page.mouse.move(1, 1);
        },
        'page.hidden': async (page) => {
          await setVisibility(page, 'hidden');
          await passTime(page);
        },
        'page.shown': (page) => setVisibility(page, 'visible'),
      },
      moveActions: { '1 expires': (page) => page.clock.runFor(2000) },
      offeredWhen: {
        // A toast that is not visible cannot be hovered, and the visible ones expire together.
        'attention gained': (snapshot) => listOf(snapshot).length > 0,
        'dismiss 1': (snapshot) => listOf(snapshot)[0]?.id === 1,
        '1 expires': (snapshot) => listOf(snapshot).filter(({ timerRunning }) => timerRunning).length === 1,
        'show a fourth': (snapshot) => snapshot.matches('running'),
        // This screen has no spoken toast.
        speak: () => false,
        // The screen shows one league.
        'show joined of another league': () => false,
      },
      requiredMoves: ['show copied', 'show failed', 'show joined', 'show a fourth', 'dismiss 1'],
      ports: {},
      answerOther: (request, url) => {
        if (requestTo('getAppData/')(request, url)) return buildAppData({ sections: [league] });
        if (requestTo('section/4/')(request, url)) return league;
        if (requestTo('membership/', 'POST')(request, url)) return { res: 1 };
        if (requestTo('code/', 'POST')(request, url)) return { code: '7QK2MX4T9P' };
        return requestTo('post/')(request, url) || requestTo('standings/')(request, url)
          ? buildEmptyStandings()
          : undefined;
      },
      shows: {
        '*': async (page, context) => {
          // Only a failure interrupts a screen reader; successes are announced by the polite region.
          const expected = shownToasts(context).map((one) => [
            ...(one.kind === 'success' ? ['won', null] : ['missed', 'alert']),
            toastText(one),
          ]);
          const drawnTexts = () =>
            toast(page).evaluateAll((all) =>
              all.map((one) => [
                one.getAttribute('data-toast'),
                one.getAttribute('role'),
                one.querySelector('bdi')?.textContent,
              ]),
            );
          const region = page.getByRole('log', { name: t('messages'), exact: true });
          await waitUntilEqual(() => region.getAttribute('aria-live'), 'polite');
          await waitUntilEqual(() => region.locator('[data-toast]').count(), expected.length);
          await waitUntilEqual(drawnTexts, expected);
        },
      },
      unwalked: {},
    },
    true,
  );
}
