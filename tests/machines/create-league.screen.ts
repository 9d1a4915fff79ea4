import type { Page } from 'playwright-core';
import { createLeague } from '#machines/create-league.ts';
import { createLeagueExpectations } from './create-league.expectations.ts';
import { button, textbox } from '#tests/support/browser/page-actions.ts';
import { buildAppData, buildOwnLeague } from '#tests/support/builders.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import {
  requestTo,
  seeBusy,
  seeReady,
  seeAlert,
  waitUntilEqual,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

/** Creating a league by its name, on the wizard's first slide. */
export async function walkCreateLeague(fixture: BrowserFixture): Promise<void> {
  const unfold = async (page: Page) => {
    if (!(await textbox(page, t('leagueName')).isVisible()))
      await page
        .locator('summary')
        .filter({ hasText: t('createNewLeague') })
        .click();
  };
  await walkScreens(
    fixture,
    createLeague,
    createLeagueExpectations,
    {
      openScreen: { wizard: (page) => fixture.open(page, '/main?wizard=1') },
      answerOther: (request, url) =>
        requestTo('getAppData/')(request, url)
          ? buildAppData({ sections: [buildOwnLeague(7, 'השכונה')] }, 3)
          : undefined,
      eventActions: {
        'league.create': async (page, { name }) => {
          await unfold(page);
          await textbox(page, t('leagueName')).fill(name as string);
          await button(page, t('add')).click();
        },
      },
      ports: { createLeague: { isRequest: requestTo('section/', 'POST') } },
      shows: {
        // The created league is chosen, and the field is empty again.
        idle: async (page, { name }) => {
          const createdRadio = page.getByRole('radio', { name: 'המשרד', exact: true });
          await waitUntilEqual(() => page.getByRole('radio', { checked: true }).count(), name === '' ? 0 : 1);
          if (name !== '') await waitUntilEqual(() => createdRadio.isChecked(), true);
          await unfold(page);
          await waitUntilEqual(() => textbox(page, t('leagueName')).inputValue(), '');
          await waitUntilEqual(() => button(page, t('add')).isDisabled(), true);
          await waitUntilEqual(() => page.getByRole('alert').filter({ hasText: /\S/ }).count(), 0);
        },
        creating: (page) => seeBusy(page, t('add')),
        failed: async (page, { name, failure }) => {
          await seeAlert(page, t(failure?.kind === 'offline' ? 'failure.offline' : 'problem.duplicate'));
          await waitUntilEqual(async () => (await textbox(page, t('leagueName')).inputValue()).trim(), name);
          await seeReady(page, t('add'));
        },
      },
      unwalked: {},
    },
    true,
  );
}
