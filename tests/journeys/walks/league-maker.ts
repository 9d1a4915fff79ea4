import type { Page } from 'playwright-core';
import { createLeague } from '#machines/create-league.ts';
import { leagueMakerEdges } from '#tests/machines/edges/league-maker.ts';
import { button, textbox } from '#tests/support/play.ts';
import { appDataOf, ownLeagueOf } from '#tests/support/rows.ts';
import type { Town } from '#tests/support/town.ts';
import { asks, isBusy, isReady, says, seen, walksOn } from '#tests/support/walks/sight.ts';
import { t } from '#tests/support/words.ts';

/** A league from its name alone, on the wizard's first slide. */
export async function walkLeagueMaker(town: Town): Promise<void> {
  const unfold = async (page: Page) => {
    if (!(await textbox(page, t('leagueName')).isVisible()))
      await page
        .locator('summary')
        .filter({ hasText: t('createNewLeague') })
        .click();
  };
  await walksOn(
    town,
    createLeague,
    leagueMakerEdges,
    {
      opens: { wizard: (page) => town.open(page, '/main?wizard=1') },
      around: (request, url) =>
        asks('getAppData/')(request, url)
          ? appDataOf({ sections: [ownLeagueOf(7, 'השכונה')] }, 3)
          : undefined,
      hands: {
        'league.create': async (page, { name }) => {
          await unfold(page);
          await textbox(page, t('leagueName')).fill(name as string);
          await button(page, t('add')).click();
        },
      },
      ports: { createLeague: { asks: asks('section/', 'POST') } },
      shows: {
        // One that was made is chosen, and there is room for the next one.
        idle: async (page, { name }) => {
          const made = page.getByRole('radio', { name: 'המשרד', exact: true });
          await seen(() => page.getByRole('radio', { checked: true }).count(), name === '' ? 0 : 1);
          if (name !== '') await seen(() => made.isChecked(), true);
          await unfold(page);
          await seen(() => textbox(page, t('leagueName')).inputValue(), '');
          await seen(() => button(page, t('add')).isDisabled(), true);
          await seen(() => page.getByRole('alert').filter({ hasText: /\S/ }).count(), 0);
        },
        making: (page) => isBusy(page, t('add')),
        failed: async (page, { name, failure }) => {
          await says(page, t(failure?.kind === 'offline' ? 'failure.offline' : 'problem.duplicate'));
          await seen(async () => (await textbox(page, t('leagueName')).inputValue()).trim(), name);
          await isReady(page, t('add'));
        },
      },
      unwalked: {},
    },
    true,
  );
}
