import type { Page } from 'playwright-core';
import { emptyDraft } from '#domain/wizard/game-draft.ts';
import { multiSelect } from '#machines/multi-select.ts';
import { modelScrollEdges } from '#tests/machines/edges/model-scroll.ts';
import { button, dialog, textbox } from '#tests/support/play.ts';
import { appDataOf, memberOf, ownLeagueOf, pageOf, ruleOf, typeOf } from '#tests/support/rows.ts';
import type { Town } from '#tests/support/town.ts';
import { asks, seen, takesUp, walksOn } from '#tests/support/walks/sight.ts';
import { t } from '#tests/support/words.ts';

/** A member of the league to pick for a rule of a game, or somebody else by name. */
export async function walkModelScroll(town: Town): Promise<void> {
  const league = ownLeagueOf(7, 'השכונה');
  const judge = 'מי שופט?';
  const members = [
    [3, 'דנה'],
    [4, 'יוסי'],
    [5, 'מיכל'],
  ] as const;
  const sheet = (page: Page) => dialog(page, judge);
  const opener = (page: Page) => button(page, judge);
  const choose = (page: Page, name: string) => sheet(page).getByText(name, { exact: true }).first().click();
  const radio = (page: Page, name: string) => sheet(page).getByRole('radio', { name, exact: true });
  const written = (page: Page) => textbox(sheet(page), t('other'));
  let said = '';
  await walksOn(
    town,
    multiSelect,
    modelScrollEdges,
    {
      opens: {
        required: async (page) => {
          const rule = ruleOf(9, 'judge', {
            name: judge,
            type: 'modelscroll',
            details: { model: 'member', other: true },
          });
          const asked = { rules: [rule], values: { judge: null }, type: typeOf(3, 'הצבעה', 0, 'vote') };
          await takesUp(town, page, { ...emptyDraft, ...asked, league, slide: 'settings' });
          said = t('chosenCount', { count: 0 });
        },
      },
      around: (request, url) => {
        if (asks('getAppData/')(request, url)) return appDataOf({ sections: [league] }, 3);
        if (asks('member/')(request, url)) return pageOf(...members.map(([id, name]) => memberOf(id, name)));
        return undefined;
      },
      hands: {
        'picker.open': (page) => opener(page).click(),
        'choices.change': (page, { ids, other }) => {
          const [, name] = members.find(([id]) => (ids as number[]).includes(id)) ?? [];
          return choose(page, other ? t('other') : (name ?? ''));
        },
        'other.change': (page, { text }) => written(page).fill(text as string),
        'picker.proceed': async (page) => {
          const isOther = await radio(page, t('other')).isChecked();
          const picked = sheet(page).getByRole('radio', { checked: true });
          said = isOther
            ? (await written(page).inputValue()).trim()
            : ((await picked.getAttribute('aria-label')) ?? '');
          await button(sheet(page), t('proceed')).click();
        },
        'picker.close': (page) => button(sheet(page), t('close')).click(),
      },
      only: {
        // The rule holds what was picked last, and nothing before that.
        'open with none': ({ context }) => context.ids.length === 0 && context.other === null,
        'open with 3': () => false,
        'open with words': () => false,
        // One answer is asked for; another one takes its place.
        'choose 4 and 5': () => false,
        'choose none': () => false,
        // Where it may be written there is a field.
        write: ({ context }) => context.other !== null,
        'write nothing': ({ context }) => context.other !== null,
      },
      ports: {},
      shows: {
        closed: async (page) => {
          await seen(() => sheet(page).count(), 0);
          await seen(() => opener(page).innerText(), said);
        },
        open: async (page, { ids, other, required }) => {
          for (const [id, name] of members) await seen(() => radio(page, name).isChecked(), ids.includes(id));
          await seen(() => radio(page, t('other')).isChecked(), other !== null);
          await seen(() => written(page).count(), other === null ? 0 : 1);
          if (other !== null) await seen(() => written(page).inputValue(), other);
          const isAnswer = other === null ? !required || ids.length > 0 : other.trim() !== '';
          await seen(() => button(sheet(page), t('proceed')).isEnabled(), isAnswer);
        },
      },
      unwalked: {},
    },
    true,
  );
}
