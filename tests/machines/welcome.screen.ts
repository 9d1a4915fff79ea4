import type { Page } from 'playwright-core';
import { welcome } from '#machines/welcome.ts';
import { welcomeExpectations } from './welcome.expectations.ts';
import { button } from '#tests/support/browser/page-actions.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import { seeBusy, seeReady, waitUntilEqual, walkScreens } from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

/** Three slides for a new member. */
export async function walkWelcome(fixture: BrowserFixture): Promise<void> {
  const nextButton = (page: Page) => button(page, t('proceed')).or(button(page, t('letsGo')));
  const reloadAfter = async (page: Page, slides: number) => {
    await fixture.open(page, '/welcome');
    for (let shown = 0; shown < slides; shown += 1) await button(page, t('proceed')).click();
    if (slides > 1) await button(page, t('letsGo')).waitFor();
    await page.reload();
  };
  const seeSlide = async (page: Page, name: string, next: string) => {
    // A new slide is announced to screen readers.
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
      openScreen: {
        new: (page) => fixture.open(page, '/welcome'),
        'reloaded at the first': (page) => reloadAfter(page, 0),
        'reloaded at friends': (page) => reloadAfter(page, 1),
        'reloaded at the last': (page) => reloadAfter(page, 2),
      },
      eventActions: {
        'slide.next': (page) => nextButton(page).click(),
        'slide.back': (page) => button(page, t('back')).click(),
        'slides.skip': (page) => button(page, t('skip')).click(),
      },
      ports: {
        markWelcomed: {
          isRequest: (request, url) => url.pathname.includes('/api/member/') && request.method() === 'PUT',
        },
      },
      shows: {
        greeting: (page) => seeSlide(page, 'greeting', t('proceed')),
        friends: (page) => seeSlide(page, 'friends', t('proceed')),
        allSet: (page) => seeSlide(page, 'allSet', t('letsGo')),
        saving: async (page) => {
          await seeBusy(page, t('letsGo'));
          await waitUntilEqual(() => button(page, t('back')).count(), 0);
        },
        done: (page) => page.getByRole('navigation', { name: t('mainNavigation') }).waitFor(),
      },
      unwalked: { 'allSet —slides.skip→ saving': 'the last slide has no button to skip' },
    },
    true,
  );
}
