import type { Page } from 'playwright-core';
import type { ItemRule, ItemType, League, Option } from '#contract/models.ts';
import { wizard } from '#machines/wizard.ts';
import { catalogue, wizardExpectations } from './wizard.expectations.ts';
import { photo } from '#tests/support/server/pictures.ts';
import { button, dialog, textbox } from '#tests/support/browser/page-actions.ts';
import { buildAppData, buildPage } from '#tests/support/builders.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import {
  requestTo,
  seeBusy,
  seeAlert,
  waitUntilEqual,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

const answeredAtOnce = 'the device answers at once, and a draft that it cannot read is none';
const onlyDefect = 'only a defect makes a child fail';

/** Creating a game, one question per slide. */
export async function walkWizard(fixture: BrowserFixture): Promise<void> {
  const { leagues, types, rules, options, created } = catalogue;
  let isStaff = false;
  const openPage = (place: string, byStaff: boolean) => (page: Page) => {
    isStaff = byStaff;
    return fixture.open(page, place);
  };
  const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
  const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
  const nameField = (page: Page) => page.getByRole('searchbox', { name: t('searchOrGuest') });
  /** Unfolds a collapsed section by its title. */
  const unfold = async (page: Page, control: ReturnType<Page['getByLabel']>, title: string) => {
    if (!(await control.isVisible()))
      await page
        .locator('summary')
        .filter({ hasText: new RegExp(`^${title}`) })
        .click();
  };
  const tap = (page: Page, { name }: Pick<Option, 'name'>) => button(page, name).click();
  const storedDraft = (page: Page) =>
    page.evaluate(() => {
      const key = Object.keys(localStorage).find((one) => one.startsWith('hevre:wizard:')) ?? '';
      return JSON.parse(localStorage.getItem(key) ?? 'null') as { slide: string } | null;
    });
  /** A refusal is shown where it can be corrected, and nowhere else. */
  const seeRefusal = (page: Page, isShown: boolean) =>
    waitUntilEqual(() => page.getByText(t('failure.validation')).count(), isShown ? 1 : 0);
  const seeSlide = async (page: Page, title: string, name: string) => {
    await dialog(page, title).locator(`[data-slide=${name}]`).waitFor();
    // The slide that is stored, on which a reload opens.
    await waitUntilEqual(async () => (await storedDraft(page))?.slide, name);
  };
  const seeProceed = (page: Page, name: string, isEnabled: boolean) =>
    waitUntilEqual(
      async () => [await button(page, name).isEnabled(), await button(page, name).getAttribute('aria-busy')],
      [isEnabled, null],
    );
  const seeBack = (page: Page, isShown: boolean) =>
    waitUntilEqual(() => button(page, t('back')).count(), isShown ? 1 : 0);
  await walkScreens(
    fixture,
    wizard,
    wizardExpectations,
    {
      openScreen: {
        'in a league': openPage('/section/7', false),
        'no league': openPage('/main', false),
        'in a league, by staff': openPage('/section/7', true),
      },
      answerOther: (request, url) => {
        const isRequest = (path: string, method?: string) => requestTo(path, method)(request, url);
        const number = (name: string) => Number(url.searchParams.get(name));
        if (isRequest('getAppData/')) return buildAppData({ sections: leagues }, isStaff ? 4 : 3, isStaff);
        if (isRequest('section/7/')) return leagues[0];
        if (isRequest('section/') && url.searchParams.has('is_staff')) return buildPage(...leagues);
        if (isRequest('itemtype/')) return buildPage(...(types[number('parent')] ?? []));
        if (isRequest('itemrule/')) return buildPage(...(rules[number('itemType')] ?? []));
        if (isRequest('option/'))
          return buildPage(
            ...options.filter(({ name }) => name.includes(url.searchParams.get('search') ?? '')),
          );
        if (isRequest('section/', 'POST')) return created.league;
        if (isRequest('itemrule/', 'POST')) return created.rule;
        if (isRequest('image/', 'POST')) return { id: 1, imagefullurl: '/1.webp', width: 60, height: 60 };
        return undefined;
      },
      moveActions: {
        // The stored draft is read when the wizard opens.
        loadDraft: (page, { output: draft }) =>
          page.evaluate(
            ([member, storedText]) => {
              const league = location.hash.startsWith('#/section/') ? 7 : 'any';
              if (storedText) localStorage.setItem(`hevre:wizard:${member}:${league}`, storedText);
              location.hash += '?wizard=1';
            },
            [isStaff ? 4 : 3, draft && JSON.stringify(draft)] as const,
          ),
        gameTypePicker: (page, { output }) => tap(page, (output as { type: ItemType }).type),
      },
      eventActions: {
        'league.choose': (page, { id }) =>
          page
            .getByRole('radiogroup')
            .getByText(`league ${String(id)}`)
            .click(),
        'league.created': async (page, { league }) => {
          await unfold(page, textbox(page, t('leagueName')), t('createNewLeague'));
          await textbox(page, t('leagueName')).fill((league as League).name);
          await button(page, t('add')).click();
        },
        'rule.change': async (page, { key, value }) => {
          await unfold(page, field(page, key as string), t('more'));
          await field(page, key as string).fill(String(value));
          // A field with the focus is not collapsed while typing.
          await waitUntilEqual(() => field(page, key as string).isVisible(), true);
        },
        'rule.blur': async (page, { key }) => {
          await unfold(page, field(page, key as string), t('more'));
          await field(page, key as string).focus();
          await field(page, key as string).blur();
        },
        'rule.created': async (page, { rule }) => {
          const { key } = rule as ItemRule;
          await button(page, t('newItemRule')).click();
          const sheet = dialog(page, t('newItemRule'));
          await textbox(sheet, t('itemRuleName')).fill(key);
          await textbox(sheet, t('itemRuleKey')).fill(key);
          await sheet.getByLabel(t('itemRuleType')).selectOption('text');
          await button(sheet, t('save')).click();
        },
        'option.toggle': async (page, { option }) => {
          await nameField(page).fill((option as Option).name);
          await tap(page, option as Option);
        },
        'side.select': (page, { option }) => tap(page, option as Option),
        'option.entered': async (page, { option }) => {
          await nameField(page).fill((option as Option).name);
          await nameField(page).press('Enter');
          await waitUntilEqual(() => nameField(page).inputValue(), '');
        },
        'option.pictureChanged': async (page, { option }) => {
          const name = `team ${String(option)}`;
          const files = page.getByRole('group', { name: `${t('pictureAdd')}: ${name}` });
          await unfold(page, files, t('optionPictures'));
          const buffer = await photo(60, 60);
          await files
            .locator('input[type=file]')
            .setInputFiles({ name: '1.jpg', mimeType: 'image/jpeg', buffer });
        },
        // A second tap removes an option that waits for an opponent.
        'match.remove': (page) => tap(page, created.option(3)),
        'date.change': (page, { leg, date }) =>
          page
            .getByLabel(t('matchLeg', { name: t('gameDate'), leg: Number(leg) + 1 }), { exact: true })
            .first()
            .fill((date as string).slice(0, 10)),
        'option.move': async (page, { option }) => {
          await button(page, `team ${String(option)}`).press('Space');
          await page.keyboard.press('ArrowRight');
          await page.keyboard.press('Space');
        },
        'wizard.proceed': (page) =>
          button(page, t('proceed'))
            .or(button(page, t('wizardContinue')))
            .click(),
        'wizard.back': (page) => button(page, t('back')).click(),
        'wizard.create': (page) => button(page, t('wizardCreate')).click(),
        'wizard.restart': async (page) => {
          await unfold(page, button(page, t('wizardRestart')), t('wizardSummary'));
          await button(page, t('wizardRestart')).click();
        },
        'wizard.close': (page) => button(page, t('close')).click(),
      },
      offeredWhen: {
        'leaves a rule': ({ context }) => context.type?.id === 5,
        // Only staff see this control.
        'rule created': ({ context }) => context.staff,
      },
      ports: {
        createGame: { isRequest: requestTo('createPostV3/', 'POST') },
      },
      shows: {
        resuming: async (page, { league, type, groups, faces }) => {
          const resumeDialog = dialog(page, t('wizardResume'));
          await resumeDialog.getByText(type?.name ?? '', { exact: true }).waitFor();
          if (league) await resumeDialog.getByText(league.name, { exact: true }).waitFor();
          for (const id of groups.flatMap(({ options: of }) => of))
            await resumeDialog.getByText(faces[id]?.name ?? '', { exact: true }).waitFor();
          await waitUntilEqual(() => page.locator('[data-slide]').count(), 0);
          await seeProceed(page, t('wizardContinue'), true);
        },
        sections: async (page, { league, leagues: shownLeagues }) => {
          await seeSlide(page, t('wizardLeague'), 'sections');
          for (const one of shownLeagues)
            await waitUntilEqual(() => radio(page, one.name).isChecked(), one === league);
          await seeProceed(page, t('proceed'), league !== null);
          await seeBack(page, false);
        },
        types: async (page, { path, draftKey }) => {
          await seeSlide(page, t(path.length > 0 ? 'wizardSubtype' : 'wizardType'), 'types');
          for (const { name } of types[path.at(-1)?.id ?? 0] ?? []) await button(page, name).waitFor();
          await seeBack(page, path.length > 0 || draftKey.league !== 7);
          await waitUntilEqual(() => button(page, t('proceed')).count(), 0);
          await seeRefusal(page, false);
        },
        settings: async (page, { rules: shownRules, values, touched, serverProblems }) => {
          await seeSlide(page, t('wizardRules'), 'settings');
          for (const { key, type } of shownRules) {
            const value = String(values[key] ?? '');
            if (type === 'select')
              await waitUntilEqual(() => page.getByLabel(value, { exact: true }).isChecked(), true);
            else await waitUntilEqual(() => field(page, key).inputValue(), value);
          }
          const isMissing = values['pts_exact'] === '';
          if (isMissing && touched.includes('pts_exact')) await seeAlert(page, t('problem.required'));
          const isRefused = 'rules.pts_exact' in serverProblems;
          // The refusal is shown beside the rule; a vote has no such rule.
          if (isRefused && shownRules.some(({ key }) => key === 'pts_exact'))
            await seeAlert(page, t('problem.invalid'));
          await seeRefusal(page, isRefused);
          await seeProceed(page, t('proceed'), true);
          await seeBack(page, true);
        },
        options: async (page, { type, groups, faces, serverProblems }) => {
          const asMatches = type?.type === 'home/away';
          await seeSlide(page, t(asMatches ? 'wizardMatches' : 'wizardChoices'), 'options');
          const completeGroups = groups.filter(({ options: of }) => of.length > 1);
          const count = groups.flatMap(({ options: of }) => of).length;
          if (asMatches)
            await page
              .getByText(t('matchesCount', { count: completeGroups.length }), { exact: true })
              .waitFor();
          else
            await page.getByRole('status').getByText(t('optionsCount', { count }), { exact: true }).waitFor();
          const names = groups.flatMap(({ options: of }) => of.flatMap((id) => faces[id]?.name ?? []));
          for (const name of names) await page.getByText(name, { exact: true }).first().waitFor();
          // The refusal is shown beside the match.
          if (asMatches && 'groups.0.options.1' in serverProblems) await seeAlert(page, t('problem.invalid'));
          await seeRefusal(page, 'groups.0.options.1' in serverProblems);
          const isWhole = asMatches
            ? completeGroups.length > 0 && completeGroups.length === groups.length
            : count > 1;
          await seeProceed(page, t('proceed'), isWhole);
          await seeBack(page, true);
        },
        'reorder.editing': async (page, { type, groups, faces }) => {
          const asMatches = type?.type === 'home/away';
          await seeSlide(page, t(asMatches ? 'wizardReady' : 'wizardGroups'), 'reorder');
          const names = groups.flatMap(({ options: of }) => of.flatMap((id) => faces[id]?.name ?? []));
          for (const name of names)
            await page.locator('[data-slide=reorder]').getByText(name, { exact: true }).first().waitFor();
          const isWhole = groups.every(({ options: of }) => of.length !== 1);
          await seeProceed(page, t('wizardCreate'), isWhole);
          await seeBack(page, true);
        },
        'reorder.editing.ready': (page) =>
          waitUntilEqual(() => page.getByText(t('failure.offline')).count(), 0),
        'reorder.editing.failed': async (page, { type, failure, serverProblems }) => {
          await seeAlert(page, t(`failure.${failure?.kind ?? 'offline'}`));
          // The refusal is shown beside the second leg's date.
          if (type?.type === 'home/away' && 'groups.0.dates.1' in serverProblems)
            await seeAlert(page, t('problem.invalid'));
        },
        'reorder.creating': async (page) => {
          await seeBusy(page, t('wizardCreate'));
          await seeBack(page, false);
        },
        created: async (page) => {
          await page.waitForURL(/#\/post\/40\?sheet=created$/);
          await waitUntilEqual(() => storedDraft(page), null);
        },
        closed: async (page) => {
          await waitUntilEqual(() => page.getByRole('dialog').count(), 0);
          await page.waitForURL(/#\/section\/7$/);
        },
      },
      unwalked: {
        'loading —xstate.error.actor.loadDraft→ deciding': answeredAtOnce,
        '(root) —xstate.error.actor.draftStore→ itself':
          'a draft that cannot be stored on the device is not reported',
        'sections —xstate.error.actor.createLeague→ itself': onlyDefect,
        'types —xstate.error.actor.gameTypePicker→ itself': onlyDefect,
        'options —xstate.error.actor.optionPicker→ itself': onlyDefect,
        'reorder.creating —wizard.restart→ itself': 'the button is not there',
      },
    },
    true,
  );
}
