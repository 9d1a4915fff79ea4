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
  const typeName = (id: number) => `type ${id}`;
  const failureAlert = (page: Page) => page.getByRole('alert').filter({ hasText: t('failureTitle') });
  const seeLoading = (page: Page, isLoading: boolean) =>
    waitUntilEqual(() => dialog(page, t('wizardType')).getByText(t('loading')).count(), isLoading ? 1 : 0);
  const busyTypes = async (page: Page) => {
    const names = [1, 2, 3, 4, 7].map((id) =>
      button(page, typeName(id)).and(page.locator('[aria-busy=true]')),
    );
    return (await Promise.all(names.map((one) => one.count()))).join('');
  };
  let isStaff = false;
  const openWizard = (byStaff: boolean) => async (page: Page) => {
    isStaff = byStaff;
    await fixture.open(page, '/section/7?wizard=1');
    await dialog(page, t('wizardType')).waitFor();
  };
  await walkScreens(
    fixture,
    gameTypePicker,
    gameTypePickerExpectations,
    {
      openScreen: { roots: openWizard(false), 'for staff': openWizard(true) },
      answerOther: (request, url) => {
        const isRequest = (path: string, method?: string) => requestTo(path, method)(request, url);
        if (isRequest('getAppData/')) return buildAppData({ sections: [league] }, 3, isStaff);
        if (isRequest('section/7/')) return league;
        if (isRequest('section/') && url.searchParams.has('is_staff')) return buildPage(league);
        if (isRequest('itemtype/', 'POST')) return buildItemType(7, typeName(7), 0, 'bets');
        return undefined;
      },
      eventActions: {
        'types.retry': (page) => button(page, t('retry')).click(),
        'type.choose': (page, { id }) => button(page, typeName(id as number)).click(),
        'type.created': async (page, { created }) => {
          await button(page, t('newItemType')).click();
          const sheet = dialog(page, t('newItemType'));
          await textbox(sheet, t('itemTypeName')).fill((created as ItemType).name);
          await button(sheet, t('save')).click();
          await sheet.waitFor({ state: 'hidden' });
        },
      },
      ports: {
        loadTypes: { isRequest: requestTo('itemtype/'), toWire: listAnswer },
        loadRules: { isRequest: requestTo('itemrule/'), toWire: listAnswer },
      },
      shows: {
        loading: async (page) => {
          await seeLoading(page, true);
          await waitUntilEqual(() => failureAlert(page).count(), 0);
        },
        failed: async (page) => {
          await seeAlert(page, t('failure.offline'));
          await seeReady(page, t('retry'));
          await seeLoading(page, false);
        },
        shown: async (page, { types }) => {
          for (const id of [1, 2, 3, 4, 7])
            await waitUntilEqual(
              () => button(page, typeName(id)).count(),
              types.some((one) => one.id === id) ? 1 : 0,
            );
          await seeLoading(page, false);
        },
        'shown.idle': async (page) => {
          await waitUntilEqual(() => busyTypes(page), '00000');
          await waitUntilEqual(() => failureAlert(page).count(), 0);
        },
        'shown.loadingRules': async (page, { chosen }) => {
          await waitUntilEqual(
            () => busyTypes(page),
            [1, 2, 3, 4, 7].map((id) => Number(id === chosen?.id)).join(''),
          );
          await waitUntilEqual(() => failureAlert(page).count(), 0);
        },
        'shown.rulesFailed': async (page) => {
          await waitUntilEqual(() => busyTypes(page), '00000');
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
