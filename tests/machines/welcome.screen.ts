import type { Page } from 'playwright-core';
import { welcome } from '#machines/welcome.ts';
import { welcomeExpectations } from './welcome.expectations.ts';
import { button } from '#tests/support/browser/page-actions.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import { seeBusy, seeReady, waitUntilEqual, walkScreens } from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

/** Three slides for who is new. */
export async function walkWelcome(fixture: BrowserFixture): Promise<void> {
  const goesOn = (page: Page) => button(page, t('proceed')).or(button(page, t('letsGo')));
  const reloadedAfter = async (page: Page, slides: number) => {
    await fixture.open(page, '/welcome');
    for (let shown = 0; shown < slides; shown += 1) await button(page, t('proceed')).click();
    if (slides > 1) await button(page, t('letsGo')).waitFor();
    await page.reload();
  };
  const slide = async (page: Page, name: string, next: string) => {
    // Told to readers as it comes.
    await page.locator(`[data-state=${name}][aria-live=polite]`).waitFor();
    await waitUntilEqual(() => page.getByText(t('noGroupsTitle')).count(), name === 'friends' ? 1 : 0);
    await seeReady(page, next);
    await waitUntilEqual(() => button(page, t('back')).count(), name === 'greeting' ? 0 : 1);
  };
  await walkScreens(
    fixture,
    welcome,
    welcomeExpectations,
    {
      opens: {
        new: (page) => fixture.open(page, '/welcome'),
        'reloaded at the first': (page) => reloadedAfter(page, 0),
        'reloaded at friends': (page) => reloadedAfter(page, 1),
        'reloaded at the last': (page) => reloadedAfter(page, 2),
      },
      hands: {
        'slide.next': (page) => goesOn(page).click(),
        'slide.back': (page) => button(page, t('back')).click(),
        'slides.skip': (page) => button(page, t('skip')).click(),
      },
      ports: {
        markWelcomed: {
          asks: (request, url) => url.pathname.includes('/api/member/') && request.method() === 'PUT',
        },
      },
      shows: {
        greeting: (page) => slide(page, 'greeting', t('proceed')),
        friends: (page) => slide(page, 'friends', t('proceed')),
        allSet: (page) => slide(page, 'allSet', t('letsGo')),
        saving: async (page) => {
          await seeBusy(page, t('letsGo'));
          await waitUntilEqual(() => button(page, t('back')).count(), 0);
        },
        done: (page) => page.getByRole('navigation', { name: t('mainNavigation') }).waitFor(),
      },
      unwalked: { 'allSet —slides.skip→ saving': 'its one button goes on' },
    },
    true,
  );
}
