import type { Page } from 'playwright-core';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import { command } from '#machines/command.ts';
import { errandEdges } from '#tests/machines/edges/errand.ts';
import { button, dialog } from '#tests/support/play.ts';
import { appDataOf, leagueOf, pageOf } from '#tests/support/rows.ts';
import type { Town } from '#tests/support/town.ts';
import { asks, isBusy, isReady, says, seen, walksOn } from '#tests/support/walks/sight.ts';
import { t } from '#tests/support/words.ts';

type Context = ContextFrom<typeof command>;
const nameOf = (snapshot: AnyMachineSnapshot) => (snapshot.context as Context).errand?.name;

/** A league that was closed: opening it again is done at once, leaving it is asked once more. */
export async function walkErrand(town: Town): Promise<void> {
  const league = leagueOf(4, 'השכונה', { active: false, is_staff: true, owner: 8 });
  const ask = (page: Page) => dialog(page, t('leave'));
  const isClosed = (page: Page) => ask(page).waitFor({ state: 'hidden' });
  const reopens = asks('section/4/', 'PUT');
  const leaves = asks('membership/', 'DELETE');
  await walksOn(
    town,
    command,
    errandEdges,
    {
      opens: { fresh: (page) => town.open(page, '/section/4') },
      hands: {
        'errand.run': (page) => button(page, t('reopen')).click(),
        'errand.ask': async (page) => {
          await button(page, t('leagueSettings')).click();
          await button(dialog(page, t('leagueSettings')), t('leave')).click();
        },
        'errand.confirm': (page) => button(ask(page), t('leave')).click(),
        'errand.cancel': async (page) => {
          await button(ask(page), t('cancel')).click();
          await isClosed(page);
          await button(dialog(page, t('leagueSettings')), t('close')).click();
        },
      },
      only: {
        // What was asked is over everything else until it is let go.
        reopen: (snapshot) => nameOf(snapshot) !== 'leave',
        leave: (snapshot) => nameOf(snapshot) !== 'leave',
        'rather not': (snapshot) => nameOf(snapshot) === 'leave',
        // Whoever left is on another screen.
        answer: (snapshot) => nameOf(snapshot) === 'reopen',
      },
      ports: {
        perform: {
          asks: (request, url) => reopens(request, url) || leaves(request, url),
          wire: () => league,
        },
      },
      around: (request, url) => {
        if (asks('getAppData/')(request, url)) return appDataOf({ sections: [league] });
        if (asks('section/4/')(request, url)) return league;
        return asks('post/')(request, url) || asks('standings/')(request, url)
          ? { ...pageOf(), me: null }
          : undefined;
      },
      shows: {
        idle: async (page) => {
          await page.getByRole('heading', { name: t('archivedTitle') }).waitFor();
          await isReady(page, t('reopen'));
          await seen(() => page.getByRole('dialog').count(), 0);
          await seen(() => page.getByRole('alert').count(), 0);
        },
        asking: async (page) => {
          await ask(page)
            .getByText(t('leaveText', { name: league.name }))
            .waitFor();
          await seen(() => button(ask(page), t('leave')).isEnabled(), true);
          await seen(() => button(ask(page), t('cancel')).isEnabled(), true);
          await seen(() => page.getByRole('alert').count(), 0);
        },
        'running (reopen)': (page) => isBusy(page, t('reopen')),
        'running (leave)': async (page) => {
          await seen(() => button(ask(page), t('leave')).getAttribute('aria-busy'), 'true');
          await seen(() => button(ask(page), t('cancel')).isDisabled(), true);
        },
        'failed (reopen)': async (page, { failure }) => {
          await says(page, t(`failure.${failure?.kind ?? 'unreadable'}`));
          await isReady(page, t('reopen'));
        },
        'failed (leave)': async (page, { failure }) => {
          await says(page, t(`failure.${failure?.kind ?? 'unreadable'}`));
          await isReady(page, t('retry'));
          await seen(() => button(ask(page), t('cancel')).isEnabled(), true);
        },
      },
      unwalked: {
        'running —xstate.after.patience.errand.running→ failed':
          'the line lets a change go after 15 s, sooner than the machine',
      },
    },
    true,
  );
}
