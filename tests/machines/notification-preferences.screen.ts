import type { Page, Request } from 'playwright-core';
import { notificationKinds, quietTimes } from '#contract/notification-preferences.ts';
import type { Switches } from '#domain/notification-switches.ts';
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
  const labels = {
    ...Object.fromEntries(notificationKinds.map((kind) => [kind, t(`telling.${kind}`)])),
    ...Object.fromEntries(quietTimes.map((name) => [`quiet.${name}`, t(`quiet.${name}`)])),
  };
  const names = Object.keys(labels);
  const hours = (switches: Switches | null) => [switches?.['quiet.from'], switches?.['quiet.until']];
  const switchOf = (page: Page, name: string) => page.getByRole('switch', { name: labels[name] ?? '' });
  const isMemberRequest = (method: string) => (request: Request, url: URL) =>
    /\/api\/member\/\d+\/$/.test(url.pathname) && request.method() === method;
  const toWire = (switches: Switches) => {
    const pick = <Name extends string>(of: readonly Name[], prefix: string) =>
      Object.fromEntries(of.map((name) => [name, switches[`${prefix}${name}`] ?? true])) as Record<
        Name,
        boolean
      >;
    const preferences = {
      notifications: pick(notificationKinds, ''),
      quiet: { ...pick(quietTimes, 'quiet.'), from: '23:00', until: '07:30' },
      mutedLeagues: [],
      language: null,
    };
    return buildMember(3, 'דנה', { preferences });
  };
  const seeSwitches = async (page: Page, state: string, current: Switches | null) => {
    await card(page).locator(`[data-state=${state}]`).waitFor();
    await waitUntilEqual(
      () => Promise.all(names.map((name) => switchOf(page, name).isChecked())),
      names.map((name) => current?.[name]),
    );
    const selects = current?.['quiet.night'] === true ? hours(current) : [];
    await waitUntilEqual(
      () =>
        card(page)
          .getByRole('combobox')
          .evaluateAll((all: HTMLSelectElement[]) => all.map(({ value }) => value)),
      selects,
    );
    await waitUntilEqual(() => card(page).getByRole('alert').count(), state === 'saveFailed' ? 1 : 0);
  };
  /** Later fetches run while the switches are shown. */
  let hasFetched = false;
  await walkScreens(
    fixture,
    notificationPreferences,
    notificationPreferencesExpectations,
    {
      openScreen: {
        profile: (page) => {
          hasFetched = false;
          return fixture.openLive(page, '/profile');
        },
      },
      eventActions: {
        'preference.change': (page, { name, value }) =>
          switchOf(page, name as string).setChecked(value as boolean),
        // A change on another device of the same member comes as a live event.
        'preferences.refresh': async (page) => {
          const retryButton = button(card(page), t('retry'));
          if (await retryButton.isVisible()) return retryButton.click();
          const refetchRequest = page.waitForRequest((request) =>
            isMemberRequest('GET')(request, new URL(request.url())),
          );
          const call = await fixture.apiOf({ page });
          const storedSession = await page.evaluate(() => localStorage.getItem('hevre:session'));
          const { user } = JSON.parse(storedSession ?? '') as { user: { id: number } };
          await call.put(`member/${user.id}/`, { preferences: { notifications: { pinned: false } } });
          await refetchRequest;
        },
      },
      ports: {
        firstFetch: {
          isRequest: (request, url) => !hasFetched && isMemberRequest('GET')(request, url),
          toWire: (switches: Switches) => {
            hasFetched = true;
            return toWire(switches);
          },
        },
        refetch: { isRequest: isMemberRequest('GET'), toWire },
        savePreferences: { isRequest: isMemberRequest('PUT'), toWire },
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
        idle: (page, { current }) => seeSwitches(page, 'idle', current),
        refreshing: (page, { current }) => seeSwitches(page, 'refreshing', current),
        saving: (page, { current }) => seeSwitches(page, 'saving', current),
        saveFailed: async (page, { current, failure }) => {
          await seeAlert(page, t(`failure.${failure?.kind ?? 'offline'}`));
          await seeSwitches(page, 'saveFailed', current);
        },
      },
      unwalked: {},
    },
    true,
  );
}
