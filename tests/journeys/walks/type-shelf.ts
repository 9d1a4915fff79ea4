import type { Page } from 'playwright-core';
import type { ItemType } from '#contract/models.ts';
import { gameTypePicker } from '#machines/game-type-picker.ts';
import { typeShelfEdges } from '#tests/machines/edges/type-shelf.ts';
import { button, dialog, textbox } from '#tests/support/play.ts';
import { appDataOf, ownLeagueOf, pageOf, typeOf } from '#tests/support/rows.ts';
import type { Town } from '#tests/support/town.ts';
import { asks, isReady, listed, says, seen, walksOn } from '#tests/support/walks/sight.ts';
import { t } from '#tests/support/words.ts';

/** A shelf of the tree of game types. */
export async function walkTypeShelf(town: Town): Promise<void> {
  const league = ownLeagueOf(7, 'השכונה');
  const name = (id: number) => `type ${id}`;
  const tells = (page: Page) => page.getByRole('alert').filter({ hasText: t('failureTitle') });
  const waits = (page: Page, may: boolean) =>
    seen(() => dialog(page, t('wizardType')).getByText(t('loading')).count(), may ? 1 : 0);
  const busy = async (page: Page) => {
    const names = [1, 2, 3, 4, 7].map((id) => button(page, name(id)).and(page.locator('[aria-busy=true]')));
    return (await Promise.all(names.map((one) => one.count()))).join('');
  };
  let isStaff = false;
  const opens = (byStaff: boolean) => async (page: Page) => {
    isStaff = byStaff;
    await town.open(page, '/section/7?wizard=1');
    await dialog(page, t('wizardType')).waitFor();
  };
  await walksOn(
    town,
    gameTypePicker,
    typeShelfEdges,
    {
      opens: { roots: opens(false), 'for staff': opens(true) },
      around: (request, url) => {
        const is = (path: string, method?: string) => asks(path, method)(request, url);
        if (is('getAppData/')) return appDataOf({ sections: [league] }, 3, isStaff);
        if (is('section/7/')) return league;
        if (is('section/') && url.searchParams.has('is_staff')) return pageOf(league);
        if (is('itemtype/', 'POST')) return typeOf(7, name(7), 0, 'bets');
        return undefined;
      },
      hands: {
        'shelf.retry': (page) => button(page, t('retry')).click(),
        'type.choose': (page, { id }) => button(page, name(id as number)).click(),
        'type.made': async (page, { made }) => {
          await button(page, t('newItemType')).click();
          const sheet = dialog(page, t('newItemType'));
          await textbox(sheet, t('itemTypeName')).fill((made as ItemType).name);
          await button(sheet, t('save')).click();
          await sheet.waitFor({ state: 'hidden' });
        },
      },
      ports: {
        loadTypes: { asks: asks('itemtype/'), wire: listed },
        loadRules: { asks: asks('itemrule/'), wire: listed },
      },
      shows: {
        loading: async (page) => {
          await waits(page, true);
          await seen(() => tells(page).count(), 0);
        },
        failed: async (page) => {
          await says(page, t('failure.offline'));
          await isReady(page, t('retry'));
          await waits(page, false);
        },
        shown: async (page, { types }) => {
          for (const id of [1, 2, 3, 4, 7])
            await seen(() => button(page, name(id)).count(), types.some((one) => one.id === id) ? 1 : 0);
          await waits(page, false);
        },
        'shown.choosing': async (page) => {
          await seen(() => busy(page), '00000');
          await seen(() => tells(page).count(), 0);
        },
        'shown.loadingRules': async (page, { chosen }) => {
          await seen(() => busy(page), [1, 2, 3, 4, 7].map((id) => Number(id === chosen?.id)).join(''));
          await seen(() => tells(page).count(), 0);
        },
        'shown.rulesFailed': async (page) => {
          await seen(() => busy(page), '00000');
          await says(page, t('failure.offline'));
          await isReady(page, t('retry'));
        },
        chosen: (page, { chosen }) =>
          dialog(page, t(chosen?.type === null ? 'wizardSubtype' : 'wizardRules')).waitFor(),
      },
      unwalked: {},
    },
    true,
  );
}
