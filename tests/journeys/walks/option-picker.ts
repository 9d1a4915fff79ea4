import type { Page } from 'playwright-core';
import { emptyDraft } from '#domain/wizard/game-draft.ts';
import { optionPicker } from '#machines/option-picker.ts';
import { optionPickerEdges } from '#tests/machines/edges/option-picker.ts';
import { button } from '#tests/support/play.ts';
import { appDataOf, ownLeagueOf, typeOf } from '#tests/support/rows.ts';
import type { Town } from '#tests/support/town.ts';
import { asks, isBusy, listed, says, seen, stopsTime, takesUp, walksOn } from '#tests/support/walks/sight.ts';
import { t } from '#tests/support/words.ts';

/** The options of a vote, found by name or made. */
export async function walkOptionPicker(town: Town): Promise<void> {
  const league = ownLeagueOf(7, 'השכונה');
  const field = (page: Page) => page.getByRole('searchbox', { name: t('searchOrGuest') });
  const adds = (search: string) => `${t('addIt')} "${search.trim()}"`;
  const spins = (page: Page, may: boolean) =>
    seen(() => page.getByRole('search').getAttribute('aria-busy'), may ? 'true' : null);
  const isThere = (page: Page, name: string, is: boolean) =>
    seen(() => button(page, name).count(), is ? 1 : 0);
  await walksOn(
    town,
    optionPicker,
    optionPickerEdges,
    {
      opens: {
        league: async (page) => {
          const type = typeOf(3, 'הצבעה', 0, 'vote');
          await takesUp(town, page, { ...emptyDraft, league, type, slide: 'options' });
          await field(page).waitFor();
          await stopsTime(page);
        },
      },
      around: (request, url) => {
        if (asks('getAppData/')(request, url)) return appDataOf({ sections: [league] }, 3);
        return undefined;
      },
      hands: {
        'search.change': async (page, { search }) => {
          // What stands there already is no change.
          if ((await field(page).inputValue()) === search) await field(page).fill('');
          await field(page).fill(search as string);
        },
        'search.retry': (page) => button(page, t('retry')).click(),
        'option.add': (page) => page.getByRole('button', { name: t('addIt') }).click(),
      },
      only: {
        // The field takes no more than a name may have.
        'types too much': () => false,
      },
      ports: {
        searchOptions: { asks: asks('option/'), wire: listed },
        createOption: { asks: asks('option/', 'POST') },
      },
      shows: {
        '*': async (page, { search, options }) => {
          await seen(() => field(page).inputValue(), search);
          for (const name of ['ברזיל', 'מרוקו'])
            await isThere(
              page,
              name,
              options.some((one) => one.name === name),
            );
        },
        settling: (page) => spins(page, true),
        searching: (page) => spins(page, true),
        open: async (page, { options }) => {
          await spins(page, false);
          await seen(() => page.getByText(t('noResults')).count(), options.length === 0 ? 1 : 0);
        },
        'open.found': async (page, { search, options }) => {
          const isNew = search.trim() !== '' && !options.some(({ name }) => name === search.trim());
          await isThere(page, adds(search), isNew);
          await isThere(page, t('retry'), false);
          await seen(() => page.getByRole('alert').filter({ hasText: /\S/ }).count(), 0);
        },
        'open.failed': async (page, { search }) => {
          await says(page, t('failure.offline'));
          await isThere(page, t('retry'), true);
          await isThere(page, adds(search), false);
        },
        'open.addFailed': async (page, { search, failure }) => {
          await says(page, t(`failure.${failure?.kind ?? 'offline'}`));
          await isThere(page, adds(search), true);
          await isThere(page, t('retry'), false);
        },
        adding: (page, { search }) => isBusy(page, adds(search)),
      },
      unwalked: {},
    },
    true,
  );
}
