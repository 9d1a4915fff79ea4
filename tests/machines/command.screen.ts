import type { Page } from 'playwright-core';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import { command } from '#machines/command.ts';
import { commandExpectations } from './command.expectations.ts';
import { button, dialog } from '#tests/support/browser/page-actions.ts';
import { buildAppData, buildLeague, buildEmptyStandings } from '#tests/support/builders.ts';
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

type Context = ContextFrom<typeof command>;
const nameOf = (snapshot: AnyMachineSnapshot) => (snapshot.context as Context).command?.name;

/** An archived league: reopening it runs at once, leaving it asks for confirmation. */
export async function walkCommand(fixture: BrowserFixture): Promise<void> {
  const league = buildLeague(4, 'השכונה', { active: false, is_staff: true, owner: 8 });
  const confirmDialog = (page: Page) => dialog(page, t('leave'));
  const seeDialogClosed = (page: Page) => confirmDialog(page).waitFor({ state: 'hidden' });
  const isReopenRequest = requestTo('section/4/', 'PUT');
  const isLeaveRequest = requestTo('membership/', 'DELETE');
  await walkScreens(
    fixture,
    command,
    commandExpectations,
    {
      openScreen: { fresh: (page) => fixture.open(page, '/section/4') },
      eventActions: {
        'command.run': (page) => button(page, t('reopen')).click(),
        'command.ask': async (page) => {
          await button(page, t('leagueSettings')).click();
          await button(dialog(page, t('leagueSettings')), t('leave')).click();
        },
        'command.confirm': (page) => button(confirmDialog(page), t('leave')).click(),
        'command.cancel': async (page) => {
          await button(confirmDialog(page), t('cancel')).click();
          await seeDialogClosed(page);
          await button(dialog(page, t('leagueSettings')), t('close')).click();
        },
      },
      offeredWhen: {
        // The dialog covers everything else until it is closed.
        reopen: (snapshot) => nameOf(snapshot) !== 'leave',
        leave: (snapshot) => nameOf(snapshot) !== 'leave',
        cancel: (snapshot) => nameOf(snapshot) === 'leave',
        // Leaving the league leads to another screen.
        response: (snapshot) => nameOf(snapshot) === 'reopenLeague',
      },
      ports: {
        runCommand: {
          isRequest: (request, url) => isReopenRequest(request, url) || isLeaveRequest(request, url),
          toWire: () => league,
        },
      },
      answerOther: (request, url) => {
        if (requestTo('getAppData/')(request, url)) return buildAppData({ sections: [league] });
        if (requestTo('section/4/')(request, url)) return league;
        return requestTo('post/')(request, url) || requestTo('standings/')(request, url)
          ? buildEmptyStandings()
          : undefined;
      },
      shows: {
        idle: async (page) => {
          await page.getByRole('heading', { name: t('archivedTitle') }).waitFor();
          await seeReady(page, t('reopen'));
          await waitUntilEqual(() => page.getByRole('dialog').count(), 0);
          await waitUntilEqual(() => page.getByRole('alert').count(), 0);
        },
        confirming: async (page) => {
          await confirmDialog(page)
            .getByText(t('leaveText', { name: league.name }))
            .waitFor();
          await waitUntilEqual(() => button(confirmDialog(page), t('leave')).isEnabled(), true);
          await waitUntilEqual(() => button(confirmDialog(page), t('cancel')).isEnabled(), true);
          await waitUntilEqual(() => page.getByRole('alert').count(), 0);
        },
        'running (reopenLeague)': (page) => seeBusy(page, t('reopen')),
        'running (leave)': async (page) => {
          await waitUntilEqual(
            () => button(confirmDialog(page), t('leave')).getAttribute('aria-busy'),
            'true',
          );
          await waitUntilEqual(() => button(confirmDialog(page), t('cancel')).isDisabled(), true);
        },
        'failed (reopenLeague)': async (page, { failure }) => {
          await seeAlert(page, t(`failure.${failure?.kind ?? 'unreadable'}`));
          await seeReady(page, t('reopen'));
        },
        'failed (leave)': async (page, { failure }) => {
          await seeAlert(page, t(`failure.${failure?.kind ?? 'unreadable'}`));
          await seeReady(page, t('retry'));
          await waitUntilEqual(() => button(confirmDialog(page), t('cancel')).isEnabled(), true);
        },
      },
      unwalked: {},
    },
    true,
  );
}
