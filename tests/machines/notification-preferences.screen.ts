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

/** What one wants to be told of, by the profile's switches. */
export async function walkNotificationPreferences(town: BrowserFixture): Promise<void> {
  const card = (page: Page) => page.getByRole('region', { name: t('tellings') });
  const one = (page: Page, kind: NotificationKind) =>
    page.getByRole('switch', { name: t(`telling.${kind}`) });
  const isMine = (method: string) => (request: Request, url: URL) =>
    /\/api\/member\/\d+\/$/.test(url.pathname) && request.method() === method;
  const wire = (notifications: NotificationSwitches) =>
    buildMember(3, 'דנה', { preferences: { notifications, language: null } });
  const switched = async (page: Page, state: string, shown: NotificationSwitches | null) => {
    await card(page).locator(`[data-state=${state}]`).waitFor();
    await waitUntilEqual(
      () => Promise.all(notificationKinds.map((kind) => one(page, kind).isChecked())),
      notificationKinds.map((kind) => shown?.[kind]),
    );
    await waitUntilEqual(() => card(page).getByRole('alert').count(), state === 'failed' ? 1 : 0);
  };
  /** What comes after the first answer is asked for behind the switches. */
  let isKnown = false;
  await walkScreens(
    town,
    notificationPreferences,
    notificationPreferencesExpectations,
    {
      opens: {
        profile: (page) => {
          isKnown = false;
          return town.openLive(page, '/profile');
        },
      },
      hands: {
        'choice.change': (page, { kind, on }) =>
          one(page, kind as NotificationKind).setChecked(on as boolean),
        // Changed on another device of the same member: the stream tells of it.
        'choices.refresh': async (page) => {
          const again = button(card(page), t('retry'));
          if (await again.isVisible()) return again.click();
          const asked = page.waitForRequest((request) => isMine('GET')(request, new URL(request.url())));
          const call = await town.callAs({ page });
          const me = await page.evaluate(() => localStorage.getItem('hevre:session'));
          const { user } = JSON.parse(me ?? '') as { user: { id: number } };
          await call.put(`member/${user.id}/`, { preferences: { notifications: { pinned: false } } });
          await asked;
        },
      },
      ports: {
        firstChoices: {
          asks: (request, url) => !isKnown && isMine('GET')(request, url),
          wire: (notifications: NotificationSwitches) => {
            isKnown = true;
            return wire(notifications);
          },
        },
        freshChoices: { asks: isMine('GET'), wire },
        saveChoices: { asks: isMine('PUT'), wire },
      },
      shows: {
        loading: async (page) => {
          await card(page).getByText(t('loading')).waitFor();
          await waitUntilEqual(() => page.getByRole('switch').count(), 0);
          await waitUntilEqual(() => card(page).getByRole('alert').count(), 0);
        },
        unseen: async (page, { failure }) => {
          await seeAlert(page, t(`failure.${failure?.kind ?? 'offline'}`));
          await seeReady(page, t('retry'));
          await waitUntilEqual(() => page.getByRole('switch').count(), 0);
        },
        idle: (page, { shown }) => switched(page, 'idle', shown),
        refreshing: (page, { shown }) => switched(page, 'refreshing', shown),
        saving: (page, { shown }) => switched(page, 'saving', shown),
        failed: async (page, { shown, failure }) => {
          await seeAlert(page, t(`failure.${failure?.kind ?? 'offline'}`));
          await switched(page, 'failed', shown);
        },
      },
      unwalked: {},
    },
    true,
  );
}
