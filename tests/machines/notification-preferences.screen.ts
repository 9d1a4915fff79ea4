import type { Page, Request } from 'playwright-core';
import {
  notificationKinds,
  type NotificationKind,
  type NotificationSwitches,
} from '#contract/notification-preferences.ts';
import { notificationPreferences } from '#machines/notification-preferences.ts';
import { notificationPreferencesExpectations } from './notification-preferences.expectations.ts';
import { button } from '#tests/support/browser/page-actions.ts';
import { buildMember } from '#tests/support/builders.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import { seeReady, seeAlert, waitUntilEqual, walkScreens } from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

/** Preferences of notifications, by the profile's switches. */
export async function walkNotificationPreferences(fixture: BrowserFixture): Promise<void> {
  const card = (page: Page) => page.getByRole('region', { name: t('tellings') });
  const one = (page: Page, kind: NotificationKind) =>
    page.getByRole('switch', { name: t(`telling.${kind}`) });
  const isMine = (method: string) => (request: Request, url: URL) =>
    /\/api\/member\/\d+\/$/.test(url.pathname) && request.method() === method;
  const wire = (notifications: NotificationSwitches) =>
    buildMember(3, 'דנה', { preferences: { notifications, language: null } });
  const switched = async (page: Page, state: string, current: NotificationSwitches | null) => {
    await card(page).locator(`[data-state=${state}]`).waitFor();
    await waitUntilEqual(
      () => Promise.all(notificationKinds.map((kind) => one(page, kind).isChecked())),
      notificationKinds.map((kind) => current?.[kind]),
    );
    await waitUntilEqual(() => card(page).getByRole('alert').count(), state === 'saveFailed' ? 1 : 0);
  };
  /** Later fetches run while the switches are shown. */
  let isKnown = false;
  await walkScreens(
    fixture,
    notificationPreferences,
    notificationPreferencesExpectations,
    {
      opens: {
        profile: (page) => {
          isKnown = false;
          return fixture.openLive(page, '/profile');
        },
      },
      hands: {
        'preference.change': (page, { kind, on }) =>
          one(page, kind as NotificationKind).setChecked(on as boolean),
        // A change on another device of the same member comes as a live event.
        'preferences.refresh': async (page) => {
          const again = button(card(page), t('retry'));
          if (await again.isVisible()) return again.click();
          const asked = page.waitForRequest((request) => isMine('GET')(request, new URL(request.url())));
          const call = await fixture.apiOf({ page });
          const me = await page.evaluate(() => localStorage.getItem('hevre:session'));
          const { user } = JSON.parse(me ?? '') as { user: { id: number } };
          await call.put(`member/${user.id}/`, { preferences: { notifications: { pinned: false } } });
          await asked;
        },
      },
      ports: {
        firstFetch: {
          asks: (request, url) => !isKnown && isMine('GET')(request, url),
          wire: (notifications: NotificationSwitches) => {
            isKnown = true;
            return wire(notifications);
          },
        },
        refetch: { asks: isMine('GET'), wire },
        savePreferences: { asks: isMine('PUT'), wire },
      },
      shows: {
        loading: async (page) => {
          await card(page).getByText(t('loading')).waitFor();
          await waitUntilEqual(() => page.getByRole('switch').count(), 0);
          await waitUntilEqual(() => card(page).getByRole('alert').count(), 0);
        },
        loadFailed: async (page, { failure }) => {
          await seeAlert(page, t(`failure.${failure?.kind ?? 'offline'}`));
          await seeReady(page, t('retry'));
          await waitUntilEqual(() => page.getByRole('switch').count(), 0);
        },
        idle: (page, { current }) => switched(page, 'idle', current),
        refreshing: (page, { current }) => switched(page, 'refreshing', current),
        saving: (page, { current }) => switched(page, 'saving', current),
        saveFailed: async (page, { current, failure }) => {
          await seeAlert(page, t(`failure.${failure?.kind ?? 'offline'}`));
          await switched(page, 'saveFailed', current);
        },
      },
      unwalked: {},
    },
    true,
  );
}
