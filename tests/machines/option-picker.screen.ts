import type { Page } from 'playwright-core';
import { emptyDraft } from '#domain/wizard/game-draft.ts';
import { optionPicker } from '#machines/option-picker.ts';
import { optionPickerExpectations } from './option-picker.expectations.ts';
import { button, pauseClock } from '#tests/support/browser/page-actions.ts';
import { buildAppData, buildOwnLeague, buildItemType } from '#tests/support/builders.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import {
  requestTo,
  seeBusy,
  seeAlert,
  waitUntilEqual,
  openDraft,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

/** Teams of a match and options of a vote, found by name or created. */
export async function walkOptionPicker(fixture: BrowserFixture): Promise<void> {
  const league = buildOwnLeague(7, 'השכונה');
  const field = (page: Page) => page.getByRole('searchbox', { name: t('searchOrGuest') });
  const addLabel = (search: string) => `${t('addIt')} "${search.trim()}"`;
  const seeSearching = (page: Page, isSearching: boolean) =>
    waitUntilEqual(() => page.getByRole('search').getAttribute('aria-busy'), isSearching ? 'true' : null);
  const seeButton = (page: Page, name: string, isShown: boolean) =>
    waitUntilEqual(() => button(page, name).count(), isShown ? 1 : 0);
  const openWizard = (layout: 'vote' | 'home/away') => async (page: Page) => {
    const type = buildItemType(3, 'ניחוש', 0, layout);
    await openDraft(fixture, page, { ...emptyDraft, league, type, slide: 'options' });
    await field(page).waitFor();
    await pauseClock(page);
  };
  await walkScreens(
    fixture,
    optionPicker,
    optionPickerExpectations,
    {
      openScreen: { teams: openWizard('home/away'), answers: openWizard('vote') },
      answerOther: (request, url) => {
        if (requestTo('getAppData/')(request, url)) return buildAppData({ sections: [league] }, 3);
        return undefined;
      },
      eventActions: {
        'search.change': async (page, { search }) => {
          // Filling in the same text is no change.
          if ((await field(page).inputValue()) === search) await field(page).fill('');
          await field(page).fill(search as string);
        },
        'search.retry': (page) => button(page, t('retry')).click(),
        'name.enter': (page) => field(page).press('Enter'),
        'option.add': (page) => page.getByRole('button', { name: t('addIt') }).click(),
      },
      offeredWhen: {
        // The field takes no more letters than a name may have.
        'types too much': () => false,
        // A listed option does not show its other name.
        'types its other name': () => false,
      },
      ports: {
        searchOptions: { isRequest: requestTo('option/') },
        createOption: { isRequest: requestTo('option/', 'POST') },
      },
      shows: {
        '*': async (page, { search, options }) => {
          await waitUntilEqual(() => field(page).inputValue(), search);
          for (const name of ['ברזיל', 'מרוקו'])
            await seeButton(
              page,
              name,
              options.some((one) => one.name === name),
            );
        },
        debouncing: (page) => seeSearching(page, true),
        searching: (page) => seeSearching(page, true),
        ready: async (page, { options, more, offersAll }) => {
          await seeSearching(page, false);
          await waitUntilEqual(
            () => page.getByText(t('searchForMore', { count: 12 })).count(),
            more > 0 ? 1 : 0,
          );
          const isEmpty = offersAll && options.length === 0;
          await waitUntilEqual(() => page.getByText(t('noResults')).count(), isEmpty ? 1 : 0);
        },
        'ready.listed': async (page, { search, options }) => {
          const isNew = search.trim() !== '' && !options.some(({ name }) => name === search.trim());
          await seeButton(page, addLabel(search), isNew);
          await seeButton(page, t('retry'), false);
          await waitUntilEqual(() => page.getByRole('alert').filter({ hasText: /\S/ }).count(), 0);
        },
        'ready.failed': async (page, { search }) => {
          await seeAlert(page, t('failure.offline'));
          await seeButton(page, t('retry'), true);
          await seeButton(page, addLabel(search), false);
        },
        'ready.addFailed': async (page, { search, failure }) => {
          await seeAlert(page, t(`failure.${failure?.kind ?? 'offline'}`));
          await seeButton(page, addLabel(search), true);
          await seeButton(page, t('retry'), false);
        },
        entering: (page, { search }) => seeBusy(page, addLabel(search)),
        adding: (page, { search }) => seeBusy(page, addLabel(search)),
      },
      unwalked: {},
    },
    true,
  );
}
