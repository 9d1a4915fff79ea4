import type { Page } from 'playwright-core';
import { form, formExpectations } from './form.expectations.ts';
import { button, dialog, textbox } from '#tests/support/browser/page-actions.ts';
import { buildOwnLeague } from '#tests/support/builders.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import {
  requestTo,
  seeBusy,
  seeReady,
  seeAlert,
  waitUntilEqual,
  retype,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

/** A form built from field specifications: a league's settings. */
export async function walkForm(fixture: BrowserFixture): Promise<void> {
  // The other fields are filled, and do not change.
  const league = buildOwnLeague(5, 'המשרד', { rounds: 2, description: 'שולחן ארבע' });
  const rounds = (page: Page) => page.getByRole('spinbutton', { name: t('rounds') });
  const seeSheetState = (page: Page, state: string) =>
    dialog(page, t('editLeague')).locator(`form[data-state=${state}]`).waitFor();
  const seeClosed = (page: Page) => dialog(page, t('editLeague')).waitFor({ state: 'hidden' });
  const isValid = ({ name }: Readonly<Record<string, unknown>>) => name !== '';
  await walkScreens(
    fixture,
    form,
    formExpectations,
    {
      openScreen: { 'a league': (page) => fixture.open(page, '/section/5?sheet=settings&of=1') },
      answerOther: (request, url) => {
        if (requestTo('section/5/')(request, url)) return league;
        return undefined;
      },
      eventActions: {
        'field.change': (page, { name, value }) =>
          name === 'name'
            ? retype(page, t('leagueName'), value as string)
            : rounds(page).fill(value as string),
        'field.blur': async (page) => {
          await textbox(page, t('leagueName')).focus();
          await rounds(page).focus();
        },
        // Enter in a field submits where the button is disabled.
        'form.submit': async (page) =>
          (await button(page, t('save')).isEnabled())
            ? button(page, t('save')).click()
            : textbox(page, t('leagueName')).press('Enter'),
        'form.cancel': (page) => button(page, t('close')).click(),
        'form.resume': (page) => button(page, t('discardKeep')).click(),
        'form.discard': (page) => button(page, t('discard')).click(),
      },
      ports: {
        saveValues: {
          isRequest: requestTo('section/5/', 'PUT'),
          toWire: (saved: object) => ({ ...league, ...saved }),
        },
      },
      shows: {
        editing: async (page, { values, touched }) => {
          await waitUntilEqual(() => textbox(page, t('leagueName')).inputValue(), values['name']);
          await waitUntilEqual(() => rounds(page).inputValue(), String(values['rounds']));
          await waitUntilEqual(() => page.getByRole('alertdialog').count(), 0);
          if (isValid(values)) return seeReady(page, t('save'));
          await waitUntilEqual(() => button(page, t('save')).isDisabled(), true);
          if (touched.includes('name')) await seeAlert(page, t('problem.required'));
        },
        'editing.typing': (page) => seeSheetState(page, 'editing'),
        'editing.refused': async (page, { serverProblems }) => {
          await seeSheetState(page, 'refused');
          if ('name' in serverProblems) await seeAlert(page, t('problem.duplicate'));
        },
        'editing.failed': async (page, { failure }) => {
          await seeSheetState(page, 'failed');
          await seeAlert(page, t(`failure.${failure?.kind ?? 'offline'}`));
        },
        confirmingDiscard: async (page) => {
          await seeSheetState(page, 'confirming');
          const discardDialog = page.getByRole('alertdialog', { name: t('discardTitle') });
          await button(discardDialog, t('discardKeep')).waitFor();
          await button(discardDialog, t('discard')).waitFor();
          // The form under the question takes no input and no save.
          await waitUntilEqual(() => button(page, t('save')).isDisabled(), true);
          await waitUntilEqual(() => dialog(page, t('editLeague')).locator('form[inert]').count(), 1);
        },
        saving: async (page) => {
          await seeSheetState(page, 'busy');
          await seeBusy(page, t('save'));
        },
        saved: async (page) => {
          await seeClosed(page);
          await page.getByRole('log').getByText(t('saved')).waitFor();
        },
        cancelled: async (page) => {
          await seeClosed(page);
          await dialog(page, t('leagueSettings')).waitFor();
        },
      },
      unwalked: {},
    },
    true,
  );
}
