import type { Page } from 'playwright-core';
import { importCompetition } from '#machines/import-competition.ts';
import {
  importCompetitionExpectations,
  catalogue,
  knownTeams,
  ownCompetition,
} from './import-competition.expectations.ts';
import { button, textbox } from '#tests/support/browser/page-actions.ts';
import { buildAppData, buildLeague, buildEmptyStandings } from '#tests/support/builders.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import {
  requestTo,
  seeBusy,
  seeReady,
  waitUntilEqual,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

/** Adding a tournament to a league that the caller runs. */
export async function walkImportCompetition(fixture: BrowserFixture): Promise<void> {
  const league = buildLeague(4, 'השכונה', { is_staff: true });
  const nameOf = (id: string) => [...catalogue, ownCompetition].find((one) => one.id === id)?.name ?? '';
  const competitionRadio = (page: Page, id: string) =>
    page.getByRole('radio', { name: nameOf(id), exact: true });
  const confirmLabel = (id = '') =>
    t(['league', 'changed'].includes(id) ? 'tournamentUpdate' : 'tournamentConfirm');
  /** A failure is shown beside the buttons, which are never scrolled out of sight. */
  const seeAlertAtButtons = (page: Page, words: string) =>
    page.getByRole('dialog').locator('footer').getByRole('alert').filter({ hasText: words }).waitFor();
  const exactField = (page: Page) => page.getByRole('spinbutton', { name: t('rule.exact'), exact: true });
  const questionsSwitch = (page: Page) =>
    page.getByRole('switch', { name: t('tournamentQuestions', { count: 5 }), exact: true });
  const teamSelect = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
  const teamProblem = async (page: Page, name: string) => {
    const id = await teamSelect(page, name).getAttribute('aria-describedby');
    return id === null ? '' : page.locator(`[id="${id}"]`).textContent();
  };
  const seeText = (page: Page, name = '') =>
    page.getByRole('dialog').getByText(name, { exact: true }).waitFor();
  await walkScreens(
    fixture,
    importCompetition,
    importCompetitionExpectations,
    {
      openScreen: { league: (page) => fixture.open(page, '/section/4?tab=games&sheet=tournament') },
      moveActions: {
        competitionFile: async (page, { output }) => {
          if (output === null) return button(page, t('back')).click();
          const answer = { competition: output, problems: [], problemCount: 0 };
          await page.route(
            (url) => url.pathname === '/api/competitionFile/',
            (route) => route.fulfill({ json: answer }),
          );
          await textbox(page, t('filePaste')).fill('א');
          await textbox(page, t('fileTournamentName')).fill('ב');
          await button(page, t('fileCheck')).click();
          return button(page, t('fileStore')).click();
        },
      },
      eventActions: {
        'competitions.retry': (page) => button(page, t('retry')).click(),
        'competition.choose': (page, { id }) =>
          page
            .getByRole('dialog')
            .getByText(nameOf(String(id)), { exact: true })
            .click(),
        'file.open': (page) => button(page, t('fileOpen')).click(),
        'competition.leave': (page) => button(page, t('back')).click(),
        'rule.change': (page, { points }) => exactField(page).fill(points === null ? '' : String(points)),
        'start.choose': (page, { startBy }) =>
          page
            .getByRole('dialog')
            .getByText(t(`startBy.${startBy === 'kick_off' ? 'kick_off' : 'date'}`), { exact: true })
            .click(),
        'questions.choose': (page) => questionsSwitch(page).click(),
        'team.choose': async (page, { name, option }) => {
          await teamSelect(page, String(name)).selectOption(String(option ?? ''));
        },
        'import.confirm': (page) =>
          button(page, t('tournamentConfirm'))
            .or(button(page, t('tournamentUpdate')))
            .click(),
        'import.undo': (page) => button(page, t('tournamentUndo')).click(),
      },
      offeredWhen: {
        'chooses one up to date': () => false,
        'chooses one with a missing match': () => false,
        'chooses an unknown one': () => false,
        // The points of an imported competition cannot be changed.
        '5 points for exact': ({ context }) => context.competition?.imported === false,
        'clears exact': ({ context }) => context.competition?.imported === false,
        // Only a competition with a source has this choice.
        'starts at the kick-off': ({ context }) => context.competition?.id === 'cup',
        // Only a competition with questions has this switch; a second tap would turn it on again.
        'asks nothing': ({ context }) => context.competition?.id === 'cup' && context.questions,
        // Only a competition with unknown teams has this choice.
        'chooses a team': ({ context }) => context.competition?.id === 'own-1',
        'clears the team': ({ context }) => 'ארה"ב' in context.teams,
        'the team is taken': ({ context }) => 'ארה"ב' in context.teams,
        confirms: ({ context }) => context.rules.pts_exact !== null,
      },
      requiredMoves: ['cannot import', 'the team is taken'],
      ports: {
        fetchCompetitions: {
          isRequest: requestTo('competition/'),
        },
        importCompetition: { isRequest: requestTo('importCompetition/', 'POST') },
        undoImport: {
          isRequest: requestTo('importCompetition/', 'DELETE'),
          toWire: (res: unknown) => ({ res }),
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
        loading: (page) => page.getByRole('dialog', { name: t('addTournament') }).waitFor(),
        loadFailed: async (page) => {
          await page.getByRole('dialog').getByText(t('failure.offline')).first().waitFor();
          await seeReady(page, t('retry'));
        },
        choosing: async (page, { competitions }) => {
          await waitUntilEqual(
            () => page.getByRole('radio').filter({ visible: true }).count(),
            competitions.length,
          );
          for (const id of ['settled', 'shrunk'])
            await waitUntilEqual(() => competitionRadio(page, id).isDisabled(), true);
          for (const id of ['cup', 'worldcup-2026', 'fresh', 'changed', 'league'])
            await waitUntilEqual(() => competitionRadio(page, id).isEnabled(), true);
        },
        choosingFile: (page) => textbox(page, t('filePaste')).waitFor(),
        reviewing: async (page, { competition, teams, rules, startBy, questions }) => {
          const unknownTeams = competition?.newTeams ?? [];
          await waitUntilEqual(() => page.getByRole('combobox').count(), unknownTeams.length);
          // A team that is chosen for one name is not offered for another.
          for (const name of unknownTeams)
            await waitUntilEqual(
              () => teamSelect(page, name).locator('option').allTextContents(),
              [
                t('teamNew'),
                ...knownTeams
                  .filter(({ id }) => teams[name] === id || !Object.values(teams).includes(id))
                  .map((team) => team.name),
              ],
            );
          for (const name of unknownTeams)
            await waitUntilEqual(() => teamSelect(page, name).inputValue(), String(teams[name] ?? ''));
          if (competition?.questions === 5)
            await waitUntilEqual(() => questionsSwitch(page).isChecked(), questions);
          else await waitUntilEqual(() => page.getByRole('switch').count(), 0);
          if (competition?.source !== undefined)
            await waitUntilEqual(
              () => page.getByRole('radio', { name: t(`startBy.${startBy}`), exact: true }).isChecked(),
              true,
            );
          await seeText(page, competition?.name);
          if (competition?.imported === false)
            await waitUntilEqual(() => exactField(page).inputValue(), String(rules.pts_exact ?? ''));
          else await waitUntilEqual(() => exactField(page).count(), 0);
          if (competition?.id === 'changed') {
            await waitUntilEqual(
              () => page.getByRole('dialog').locator('summary').allTextContents(),
              [
                t('tournamentMoves', { count: 2 }),
                t('tournamentCloses', { count: 1 }),
                t('tournamentResults', { count: 1 }),
                t('tournamentLeft', { count: 1 }),
              ],
            );
            await waitUntilEqual(
              () => page.getByRole('dialog').getByRole('listitem').allTextContents(),
              [
                'דובים נגד אריות11.6.27 · 22:0013.6.27 · 21:30',
                'זאבים נגד נץ14.6.27 · 21:30',
                'זאבים נגד דובים',
                'נץ נגד אריות',
                'דובים נגד נץ',
              ],
            );
          }
          await waitUntilEqual(
            () => button(page, confirmLabel(competition?.id)).isEnabled(),
            rules.pts_exact !== null,
          );
        },
        importing: async (page, { competition }) => {
          await seeBusy(page, confirmLabel(competition?.id));
          await waitUntilEqual(() => button(page, t('back')).isDisabled(), true);
        },
        importFailed: async (page, { competition, failure, teams }) => {
          await seeAlertAtButtons(page, t(`failure.${failure?.kind ?? 'unavailable'}`));
          for (const name of competition?.newTeams ?? []) {
            const isTaken = failure?.kind === 'validation' && name in teams;
            await waitUntilEqual(() => teamProblem(page, name), isTaken ? t('teamTaken') : '');
          }
          await seeReady(page, confirmLabel(competition?.id));
        },
        imported: async (page, { competition, tournament }) => {
          await seeText(page, competition?.name);
          if (tournament) await seeText(page, 'חצי הגמר');
          if (tournament) await seeText(page, t('tournamentAsked', { count: 5 }));
          if (tournament)
            await waitUntilEqual(
              () => page.getByRole('dialog').getByRole('status').locator('p').allTextContents(),
              [
                t('tournamentAdded', { count: 2 }),
                t('tournamentMoved', { count: 3 }),
                t('tournamentClosed', { count: 1 }),
                t('tournamentSettled', { count: 2 }),
              ],
            );
          await seeReady(page, t('tournamentUndo'));
        },
        undoing: (page) => seeBusy(page, t('tournamentUndo')),
        undoRefused: async (page, { refusal }) => {
          await seeAlertAtButtons(page, t(`tournamentStays.${refusal ?? 'too_late'}`));
          await waitUntilEqual(() => button(page, t('tournamentUndo')).count(), 0);
        },
        undoFailed: async (page) => {
          await seeAlertAtButtons(page, t('failure.offline'));
          await seeReady(page, t('tournamentUndo'));
        },
        undone: async (page) => {
          await page.getByText(t('tournamentUndone'), { exact: true }).waitFor();
          await page.getByRole('dialog', { name: t('addTournament') }).waitFor({ state: 'hidden' });
        },
      },
      unwalked: {
        'choosingFile —xstate.error.actor.competitionFile→ choosing': 'only a defect makes the child fail',
      },
    },
    true,
  );
}
