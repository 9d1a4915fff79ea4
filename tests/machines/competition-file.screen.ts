import type { Page } from 'playwright-core';
import { competitionFile } from '#machines/competition-file.ts';
import { competitionFileExpectations, jsonText, csvText } from './competition-file.expectations.ts';
import { catalogue } from './import-competition.expectations.ts';
import { button, dialog, textbox } from '#tests/support/browser/page-actions.ts';
import { buildAppData, buildLeague, buildPage, buildEmptyStandings } from '#tests/support/builders.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import {
  requestTo,
  seeAlert,
  seeBusy,
  seeReady,
  waitUntilEqual,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

/** The reads of files that the device has not answered yet. */
type Device = { reading: ((how: string | null) => void)[] };

/** Holds the device's read of a file until the walk answers it: with a text, or null for a file that is gone. */
function holdDevice(): void {
  const device: Device = { reading: [] };
  Object.assign(window, { device });
  File.prototype.arrayBuffer = () =>
    new Promise((resolve, reject) => {
      device.reading.push((content) =>
        content === null ? reject(new Error('gone')) : resolve(new TextEncoder().encode(content).buffer),
      );
    });
}
async function answerRead(page: Page, content: string | null): Promise<void> {
  await page.waitForFunction(() => (window as unknown as { device: Device }).device.reading.length > 0);
  await page.evaluate(
    (it) => (window as unknown as { device: Device }).device.reading.shift()?.(it),
    content,
  );
}

/** A file of matches in the sheet that adds a tournament. */
export async function walkCompetitionFile(fixture: BrowserFixture): Promise<void> {
  const league = buildLeague(4, 'השכונה', { is_staff: true });
  const sheet = (page: Page) => dialog(page, t('addTournament'));
  const text = (page: Page) => textbox(page, t('filePaste'));
  const name = (page: Page) => textbox(page, t('fileTournamentName'));
  const isFileRequest =
    (isStoring: boolean) => (request: Parameters<ReturnType<typeof requestTo>>[0], url: URL) =>
      requestTo('competitionFile/', 'POST')(request, url) &&
      (request.postDataJSON() as { store?: boolean }).store === (isStoring || undefined);
  const seeText = async (page: Page, context: { text: string; format: string; name: string }) => {
    await waitUntilEqual(() => text(page).inputValue(), context.text);
    if (context.format === 'json') await waitUntilEqual(() => name(page).count(), 0);
    else await waitUntilEqual(() => name(page).inputValue(), context.name);
  };
  const seeCheck = async (page: Page, context: { text: string; format: string; name: string }) => {
    await seeText(page, context);
    await waitUntilEqual(
      () => button(page, t('fileCheck')).isEnabled(),
      context.text !== '' && (context.format === 'json' || context.name.trim() !== ''),
    );
  };
  type Answer = {
    competition: {
      imported: boolean;
      ready: number;
      newTeams: readonly string[];
      changes: { moved: readonly object[] };
    } | null;
  };
  const storeLabel = (answer: Answer | null) =>
    t(answer?.competition?.imported === true ? 'fileStoreChanges' : 'fileStore');
  const hasChanges = ({ competition }: Answer) =>
    competition !== null && competition.ready + competition.changes.moved.length > 0;
  const seePreview = async (page: Page, answer: Answer | null) => {
    if (!answer) throw new Error('a preview of nothing');
    await sheet(page).getByRole('status').getByText(t('fileSound')).waitFor();
    await sheet(page).getByText('גביע השכונה', { exact: true }).waitFor();
    await sheet(page)
      .getByText(t('fileRounds', { count: 1 }))
      .waitFor();
    await waitUntilEqual(
      () => sheet(page).getByRole('listitem').allTextContents(),
      answer.competition?.changes.moved.length === 1
        ? ['דובים נגד אריות8.3.27 · 20:001.3.27 · 20:00']
        : answer.competition?.newTeams,
    );
  };
  await walkScreens(
    fixture,
    competitionFile,
    competitionFileExpectations,
    {
      openScreen: {
        league: async (page) => {
          await page.addInitScript(holdDevice);
          await fixture.open(page, '/section/4?tab=games&sheet=tournament');
          await button(page, t('fileOpen')).click();
        },
      },
      moveActions: {
        'a table is read': (page) => answerRead(page, csvText),
        'nothing is read': (page) => answerRead(page, ' \n'),
        'cannot be read': (page) => answerRead(page, null),
      },
      eventActions: {
        'file.choose': async (page, { file }) => {
          const { name: fileName, size } = file as File;
          // An oversized file is refused by its size, without being read.
          const buffer = Buffer.alloc(fileName === 'cup.csv' ? size : 40);
          await sheet(page)
            .locator('input[type=file]')
            .setInputFiles({ name: fileName, mimeType: 'text/csv', buffer });
        },
        'text.change': (page, event) => text(page).fill(event.text as string),
        'name.change': (page, event) => name(page).fill(event.name as string),
        'file.check': (page) => button(page, t('fileCheck')).click(),
        'file.edit': async (page) =>
          button(page, t((await button(page, t('fileFix')).count()) > 0 ? 'fileFix' : 'back')).click(),
        'file.store': (page) =>
          button(page, t('fileStore'))
            .or(button(page, t('fileStoreChanges')))
            .click(),
        'file.leave': (page) => button(page, t('back')).click(),
      },
      offeredWhen: {
        // Filling a field with its own text changes nothing.
        'pastes a table': ({ context }) => context.text !== csvText,
        'pastes a document': ({ context }) => context.text !== jsonText,
        'clears the text': ({ context }) => context.text !== '',
        'types a name': ({ context }) => context.format === 'csv' && context.name !== 'שלנו',
        'types a space': ({ context }) => context.format === 'csv' && context.name !== ' ',
        checks: ({ context }) =>
          context.text !== '' && (context.format === 'json' || context.name.trim() !== ''),
        stores: ({ context }) => context.answer !== null && hasChanges(context.answer),
      },
      requiredMoves: [
        'chooses an oversized file',
        'is imported already',
        'has moved dates',
        'cannot store',
        'has too many competitions',
      ],
      ports: {
        checkFile: { isRequest: isFileRequest(false) },
        storeFile: { isRequest: isFileRequest(true) },
      },
      answerOther: (request, url) => {
        if (requestTo('getAppData/')(request, url)) return buildAppData({ sections: [league] });
        if (requestTo('section/4/')(request, url)) return league;
        if (requestTo('competition/')(request, url)) return { ...buildPage(...catalogue), teams: [] };
        return requestTo('post/')(request, url) || requestTo('standings/')(request, url)
          ? buildEmptyStandings()
          : undefined;
      },
      shows: {
        editing: seeCheck,
        reading: async (page, context) => {
          await seeText(page, context);
          await seeBusy(page, t('fileChoose'));
          await waitUntilEqual(() => text(page).isDisabled(), true);
        },
        refused: async (page, context) => {
          await seeAlert(page, t(`fileRefused.${context.refusal ?? 'unreadable'}`));
          await seeCheck(page, context);
          await seeReady(page, t('fileChoose'));
        },
        checking: async (page, context) => {
          await seeText(page, context);
          await seeBusy(page, t('fileCheck'));
          await waitUntilEqual(() => button(page, t('back')).isDisabled(), true);
        },
        checkFailed: async (page, context) => {
          await seeAlert(page, t('failure.offline'));
          await seeCheck(page, context);
        },
        faulty: async (page, { format }) => {
          await seeAlert(page, t('fileFaulty', { count: 1 }));
          await waitUntilEqual(
            () => sheet(page).getByRole('listitem').allTextContents(),
            // A JSON path has no title.
            [
              `${t('fileLine', { line: 2 })} · ${format === 'csv' ? t('fileColumn.date') : 'date'}31.2.2027${t('fileProblem.date')}`,
            ],
          );
          await seeReady(page, t('fileChooseAnother'));
          await seeReady(page, t('fileFix'));
        },
        reviewing: async (page, { answer }) => {
          await seePreview(page, answer);
          await waitUntilEqual(
            () => button(page, storeLabel(answer)).isEnabled(),
            answer !== null && hasChanges(answer),
          );
        },
        storing: async (page, { answer }) => {
          await seePreview(page, answer);
          await seeBusy(page, storeLabel(answer));
          await waitUntilEqual(() => button(page, t('back')).isDisabled(), true);
        },
        storeFailed: async (page, { failure, answer }) => {
          const isFull = failure?.kind === 'conflict';
          await seeAlert(page, isFull ? t('fileTooMany', { count: 20 }) : t('failure.unavailable'));
          await seePreview(page, answer);
          await seeReady(page, storeLabel(answer));
        },
        // The next step sets the points of the matches.
        stored: (page) => seeReady(page, t('tournamentConfirm')),
        left: (page) => seeReady(page, t('fileOpen')),
      },
      unwalked: {},
    },
    true,
  );
}
