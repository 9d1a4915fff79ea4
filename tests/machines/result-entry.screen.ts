import type { Page, Request } from 'playwright-core';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import type { Item } from '#contract/models.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { resultEntry, type ResultDraft } from '#machines/result-entry.ts';
import { completeDraft, halfDraft, resultEntryExpectations, voteDraft } from './result-entry.expectations.ts';
import { button, chooseAction, dialog, scoreText } from '#tests/support/browser/page-actions.ts';
import { buildPost } from '#tests/support/builders.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import {
  requestTo,
  emitEvents,
  seeBusy,
  seeReady,
  presetSessionValue,
  waitUntilEqual,
  walkScreens,
  signedInMemberId,
} from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

type Context = ContextFrom<typeof resultEntry>;

const teams = ['מכבי', 'הפועל'] as const;
const nameOf = (option: number) => teams[option === 11 ? 0 : 1];
const manage = (page: Page) => page.getByRole('group', { name: t('manageItem'), exact: true });
const sheet = (page: Page) => page.getByRole('dialog');
const seeClosed = (page: Page) => waitUntilEqual(() => sheet(page).count(), 0);
/** The button of the most likely action, and the actions of the menu. */
const seeActions = async (page: Page, next: MessageKey | null, actions: readonly MessageKey[]) => {
  const buttons = [...(next ? [t(next)] : []), t('manageItem')];
  await waitUntilEqual(
    () =>
      manage(page)
        .getByRole('button')
        .evaluateAll((all) => all.map((it) => it.ariaLabel ?? it.textContent)),
    buttons,
  );
  await button(manage(page), t('manageItem')).click();
  await waitUntilEqual(
    () => page.getByRole('menuitem').allInnerTexts(),
    actions.map((name) => t(name)),
  );
  await page.keyboard.press('Escape');
  await seeClosed(page);
};
const seeAlerts = (page: Page, texts: readonly string[]) =>
  waitUntilEqual(() => sheet(page).getByRole('alert').allInnerTexts(), texts);

/** The title of the shown sheet, and its confirming button. */
const sheetTexts = ({ pendingResult }: Context) =>
  pendingResult === 'start'
    ? ({ title: 'startAsk', answer: 'start' } as const)
    : pendingResult === 'void'
      ? ({ title: 'voidAsk', answer: 'voidItem' } as const)
      : ({ title: 'InsertItemResults', answer: 'resultSave' } as const);
const seeTitle = (page: Page, title: MessageKey) => dialog(page, t(title)).waitFor();

/** The fields have the typed or ticked values, and are enabled or not. */
const seeTyped = async (page: Page, { item, typed: values }: Context, enabled: boolean) => {
  for (const option of [11, 12]) {
    const name = nameOf(option);
    const field =
      item.type === 'vote'
        ? sheet(page).getByRole('checkbox', { name, exact: true })
        : sheet(page).getByRole('spinbutton', { name, exact: true });
    await waitUntilEqual(() => field.isEnabled(), enabled);
    if (item.type === 'vote') await waitUntilEqual(() => field.isChecked(), values[option] === 1);
    else await waitUntilEqual(() => field.inputValue(), String(values[option] ?? ''));
  }
};

const isOfResult = ({ context }: AnyMachineSnapshot) =>
  typeof (context as Context).pendingResult === 'object';

/** Entering the result of a match or a vote, on its own page. */
export async function walkResultEntry(fixture: BrowserFixture): Promise<void> {
  let item: Item;
  const answerOther = (request: Request, url: URL) => {
    if (requestTo('item/5/')(request, url)) return item;
    if (requestTo('post/2/')(request, url)) return buildPost(2, { items_data: [item] });
    return requestTo('getItemBets/')(request, url) ? { membersOptions: [], count: 0 } : undefined;
  };
  const setItem = (initialItem: Item) => () => {
    item = initialItem;
    return Promise.resolve();
  };
  const openWithDraft = (draft?: ResultDraft) => async (page: Page) => {
    if (draft) await presetSessionValue('result:5', draft)(page);
    await fixture.openLive(page, '/item?id=5');
  };
  await walkScreens(
    fixture,
    resultEntry,
    resultEntryExpectations,
    {
      // Nothing is shown before the draft is loaded: that is the page's first move.
      openScreen: Object.fromEntries(
        Object.entries(resultEntryExpectations.inputs).map(([start, input]) => [start, setItem(input.item)]),
      ),
      moveActions: {
        'no draft': openWithDraft(),
        'half a score loads': openWithDraft(halfDraft),
        'a score loads': openWithDraft(completeDraft),
        'a ticked vote loads': openWithDraft(voteDraft),
        'an empty draft loads': openWithDraft({ version: 1, typed: {} }),
      },
      requiredMoves: ['a score loads', 'a ticked vote loads', 'an empty draft loads'],
      eventActions: {
        'item.synced': async (page, event) => {
          item = event.item as Item;
          const { version } = item;
          await Promise.all([
            page.waitForResponse(/\/api\/item\/5\//),
            emitEvents(fixture, {
              type: 'item',
              post: 2,
              item: 5,
              version,
              member: await signedInMemberId(page),
            }),
          ]);
        },
        'start.request': (page) => button(manage(page), t('start')).click(),
        'result.open': async (page) => {
          await button(manage(page), t('manageItem')).click();
          const names = [t('enterResults'), t('updateResults')].join('|');
          await page.getByRole('menuitem', { name: new RegExp(`^(${names})$`) }).click();
        },
        'void.request': (page) => chooseAction(page, 'voidItem'),
        'value.change': async (page, { option, value }) => {
          const name = nameOf(option as number);
          const tick = sheet(page).getByRole('checkbox', { name, exact: true });
          if (await tick.count()) return tick.setChecked(value === 1);
          const field = sheet(page).getByRole('spinbutton', { name, exact: true });
          return field.fill(value === null ? '' : String(value));
        },
        'result.submit': (page) => button(sheet(page), t('resultSave')).click(),
        'step.confirm': (page) =>
          sheet(page)
            .getByRole('button', {
              name: new RegExp(
                ['start', 'voidItem', 'resultSave', 'resultReplace']
                  .map((key) => `^${t(key as MessageKey)}$`)
                  .join('|'),
              ),
            })
            .click(),
        'step.cancel': (page) =>
          button(sheet(page), t('cancel'))
            .or(button(sheet(page), t('resultKeep')))
            .click(),
      },
      ports: {
        setResults: {
          isRequest: requestTo('setItemResults/', 'POST'),
          toWire: (saved: Item) => (item = saved),
        },
      },
      answerOther,
      offeredWhen: {
        // A checkbox has no digits; a sheet that confirms a start or a void has no fields.
        'home 3': (snapshot) => isOfResult(snapshot) && (snapshot.context as Context).item.type !== 'vote',
        'away 1': isOfResult,
        'home emptied': isOfResult,
        // A start or a void that another member was first to save is not repeated.
        confirm: (snapshot) => !snapshot.matches('conflicted') || isOfResult(snapshot),
      },
      shows: {
        idle: async (page, { item: { status } }) => {
          await seeClosed(page);
          if (status === 'open')
            await seeActions(page, 'start', ['start', 'enterResults', 'moveDate', 'editItem', 'voidItem']);
          if (status === 'started')
            await seeActions(page, 'enterResults', ['enterResults', 'editItem', 'voidItem']);
          if (status === 'ended') await seeActions(page, null, ['updateResults', 'editItem', 'voidItem']);
          if (status === 'void') await seeActions(page, null, ['editItem']);
        },
        confirming: async (page, context) => {
          const { title, answer } = sheetTexts(context);
          await seeTitle(page, title);
          await seeReady(page, t(answer));
        },
        entering: async (page, context) => {
          await seeTitle(page, 'InsertItemResults');
          await seeTyped(page, context, true);
          const isWhole = context.item.type === 'vote' || Object.keys(context.typed).length === 2;
          await waitUntilEqual(() => button(page, t('resultSave')).isEnabled(), isWhole);
          await seeAlerts(page, []);
        },
        saving: async (page, context) => {
          const { title, answer } = sheetTexts(context);
          await seeTitle(page, title);
          await seeBusy(page, t(answer));
          await waitUntilEqual(() => button(sheet(page), t('cancel')).isDisabled(), true);
          if (title === 'InsertItemResults') await seeTyped(page, context, false);
        },
        conflicted: async (page, context) => {
          const { title } = sheetTexts(context);
          await seeTitle(page, title);
          await seeAlerts(page, [t('resultConflict')]);
          await seeReady(page, t('resultKeep'));
          await waitUntilEqual(
            () => button(page, t('resultReplace')).count(),
            title === 'InsertItemResults' ? 1 : 0,
          );
          // The present result, which came with the refusal.
          if (context.item.ended)
            await sheet(page)
              .getByRole('img', { name: scoreText(teams, [2, 1]), exact: true })
              .first()
              .waitFor();
        },
        failed: async (page, context) => {
          const { title, answer } = sheetTexts(context);
          await seeTitle(page, title);
          await seeAlerts(page, [t('failure.offline')]);
          await seeReady(page, t(answer));
          if (title === 'InsertItemResults') await seeTyped(page, context, true);
        },
      },
      unwalked: {
        'loading —xstate.error.actor.loadDraft→ idle': 'a draft that cannot be read counts as none',
        '(root) —xstate.error.actor.draftStore→ itself': 'only a defect breaks the store',
      },
    },
    true,
  );
}
