import type { Page } from 'playwright-core';
import type { ItemType } from '#contract/models.ts';
import { gameTypePicker } from '#machines/game-type-picker.ts';
import { gameTypePickerExpectations } from './game-type-picker.expectations.ts';
import { button, dialog, textbox } from '#tests/support/browser/page-actions.ts';
import { buildAppData, buildOwnLeague, buildPage, buildItemType } from '#tests/support/builders.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import {
  requestTo,
  seeReady,
  listAnswer,
  seeAlert,
  waitUntilEqual,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

/** One level of the tree of game types, on the wizard's second slide. */
export async function walkGameTypePicker(fixture: BrowserFixture): Promise<void> {
  const league = buildOwnLeague(7, 'השכונה');
  const name = (id: number) => `type ${id}`;
  const tells = (page: Page) => page.getByRole('alert').filter({ hasText: t('failureTitle') });
  const waits = (page: Page, may: boolean) =>
    waitUntilEqual(() => dialog(page, t('wizardType')).getByText(t('loading')).count(), may ? 1 : 0);
  const busy = async (page: Page) => {
    const names = [1, 2, 3, 4, 7].map((id) => button(page, name(id)).and(page.locator('[aria-busy=true]')));
    return (await Promise.all(names.map((one) => one.count()))).join('');
  };
  let isStaff = false;
  const opens = (byStaff: boolean) => async (page: Page) => {
    isStaff = byStaff;
    await fixture.open(page, '/section/7?wizard=1');
    await dialog(page, t('wizardType')).waitFor();
  };
  await walkScreens(
    fixture,
    gameTypePicker,
    gameTypePickerExpectations,
    {
      opens: { roots: opens(false), 'for staff': opens(true) },
      around: (request, url) => {
        const is = (path: string, method?: string) => requestTo(path, method)(request, url);
        if (is('getAppData/')) return buildAppData({ sections: [league] }, 3, isStaff);
        if (is('section/7/')) return league;
        if (is('section/') && url.searchParams.has('is_staff')) return buildPage(league);
        if (is('itemtype/', 'POST')) return buildItemType(7, name(7), 0, 'bets');
        return undefined;
      },
      hands: {
        'types.retry': (page) => button(page, t('retry')).click(),
        'type.choose': (page, { id }) => button(page, name(id as number)).click(),
        'type.created': async (page, { created }) => {
          await button(page, t('newItemType')).click();
          const sheet = dialog(page, t('newItemType'));
          await textbox(sheet, t('itemTypeName')).fill((created as ItemType).name);
          await button(sheet, t('save')).click();
          await sheet.waitFor({ state: 'hidden' });
        },
      },
      ports: {
        loadTypes: { asks: requestTo('itemtype/'), wire: listAnswer },
        loadRules: { asks: requestTo('itemrule/'), wire: listAnswer },
      },
      shows: {
        loading: async (page) => {
          await waits(page, true);
          await waitUntilEqual(() => tells(page).count(), 0);
        },
        failed: async (page) => {
          await seeAlert(page, t('failure.offline'));
          await seeReady(page, t('retry'));
          await waits(page, false);
        },
        shown: async (page, { types }) => {
          for (const id of [1, 2, 3, 4, 7])
            await waitUntilEqual(
              () => button(page, name(id)).count(),
              types.some((one) => one.id === id) ? 1 : 0,
            );
          await waits(page, false);
        },
        'shown.idle': async (page) => {
          await waitUntilEqual(() => busy(page), '00000');
          await waitUntilEqual(() => tells(page).count(), 0);
        },
        'shown.loadingRules': async (page, { chosen }) => {
          await waitUntilEqual(
            () => busy(page),
            [1, 2, 3, 4, 7].map((id) => Number(id === chosen?.id)).join(''),
          );
          await waitUntilEqual(() => tells(page).count(), 0);
        },
        'shown.rulesFailed': async (page) => {
          await waitUntilEqual(() => busy(page), '00000');
          await seeAlert(page, t('failure.offline'));
          await seeReady(page, t('retry'));
        },
        chosen: (page, { chosen }) =>
          dialog(page, t(chosen?.type === null ? 'wizardSubtype' : 'wizardRules')).waitFor(),
      },
      unwalked: {},
    },
    true,
  );
}
