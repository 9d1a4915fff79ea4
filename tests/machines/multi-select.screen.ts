import type { Page } from 'playwright-core';
import { emptyDraft } from '#domain/wizard/game-draft.ts';
import { multiSelect } from '#machines/multi-select.ts';
import { multiSelectExpectations } from './multi-select.expectations.ts';
import { button, dialog, textbox } from '#tests/support/browser/page-actions.ts';
import {
  buildAppData,
  buildMember,
  buildOwnLeague,
  buildPage,
  buildRule,
  buildItemType,
} from '#tests/support/builders.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import {
  requestTo,
  waitUntilEqual,
  openDraft,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

/** A game rule that is answered by members of the league, or by free text. */
export async function walkMultiSelect(fixture: BrowserFixture): Promise<void> {
  const league = buildOwnLeague(7, 'השכונה');
  const question = 'מי שופט?';
  const members = [
    [3, 'דנה'],
    [4, 'יוסי'],
    [5, 'מיכל'],
  ] as const;
  const sheet = (page: Page) => dialog(page, question);
  const openButton = (page: Page) => button(page, question);
  const choose = (page: Page, name: string) => sheet(page).getByText(name, { exact: true }).first().click();
  const radio = (page: Page, name: string) => sheet(page).getByRole('radio', { name, exact: true });
  const otherField = (page: Page) => textbox(sheet(page), t('other'));
  let shownAnswer = '';
  await walkScreens(
    fixture,
    multiSelect,
    multiSelectExpectations,
    {
      openScreen: {
        required: async (page) => {
          const rule = buildRule(9, 'judge', {
            name: question,
            type: 'modelscroll',
            details: { model: 'member', other: true },
          });
          const draftOfRule = {
            rules: [rule],
            values: { judge: null },
            type: buildItemType(3, 'הצבעה', 0, 'vote'),
          };
          await openDraft(fixture, page, { ...emptyDraft, ...draftOfRule, league, slide: 'settings' });
          shownAnswer = t('chosenCount', { count: 0 });
        },
      },
      answerOther: (request, url) => {
        if (requestTo('getAppData/')(request, url)) return buildAppData({ sections: [league] }, 3);
        if (requestTo('member/')(request, url))
          return buildPage(...members.map(([id, name]) => buildMember(id, name)));
        return undefined;
      },
      eventActions: {
        'select.open': (page) => openButton(page).click(),
        'selection.change': (page, { ids, other }) => {
          const [, name] = members.find(([id]) => (ids as number[]).includes(id)) ?? [];
          return choose(page, other ? t('other') : (name ?? ''));
        },
        'other.change': (page, { text }) => otherField(page).fill(text as string),
        'select.confirm': async (page) => {
          const isOther = await radio(page, t('other')).isChecked();
          const picked = sheet(page).getByRole('radio', { checked: true });
          shownAnswer = isOther
            ? (await otherField(page).inputValue()).trim()
            : ((await picked.getAttribute('aria-label')) ?? '');
          await button(sheet(page), t('proceed')).click();
        },
        'select.close': (page) => button(sheet(page), t('close')).click(),
      },
      offeredWhen: {
        // The sheet opens with the last selection of the rule.
        'open with none': ({ context }) => context.ids.length === 0 && context.other === null,
        'open with 3': () => false,
        'open with text': () => false,
        // The rule takes one answer: a second one replaces it.
        'select 4 and 5': () => false,
        'select none': () => false,
        // A rule with free text has a field.
        write: ({ context }) => context.other !== null,
        'write nothing': ({ context }) => context.other !== null,
      },
      ports: {},
      shows: {
        closed: async (page) => {
          await waitUntilEqual(() => sheet(page).count(), 0);
          await waitUntilEqual(() => openButton(page).innerText(), shownAnswer);
        },
        open: async (page, { ids, other, required }) => {
          for (const [id, name] of members)
            await waitUntilEqual(() => radio(page, name).isChecked(), ids.includes(id));
          await waitUntilEqual(() => radio(page, t('other')).isChecked(), other !== null);
          await waitUntilEqual(() => otherField(page).count(), other === null ? 0 : 1);
          if (other !== null) await waitUntilEqual(() => otherField(page).inputValue(), other);
          const isAnswer = other === null ? !required || ids.length > 0 : other.trim() !== '';
          await waitUntilEqual(() => button(sheet(page), t('proceed')).isEnabled(), isAnswer);
        },
      },
      unwalked: {},
    },
    true,
  );
}
