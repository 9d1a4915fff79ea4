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
const isShut = (page: Page) => waitUntilEqual(() => sheet(page).count(), 0);
/** The one button of the step that is likely next, and what the menu offers. */
const offers = async (page: Page, next: MessageKey | null, actions: readonly MessageKey[]) => {
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
  await isShut(page);
};
const alerts = (page: Page, words: readonly string[]) =>
  waitUntilEqual(() => sheet(page).getByRole('alert').allInnerTexts(), words);

/** The sheet that asks, by its title, and the button that answers it. */
const asked = ({ pendingResult }: Context) =>
  pendingResult === 'start'
    ? ({ title: 'startAsk', answer: 'start' } as const)
    : pendingResult === 'void'
      ? ({ title: 'voidAsk', answer: 'voidItem' } as const)
      : ({ title: 'InsertItemResults', answer: 'resultSave' } as const);
const isHeaded = (page: Page, title: MessageKey) => dialog(page, t(title)).waitFor();

/** What was typed, or ticked, and whether that can be changed. */
const typed = async (page: Page, { item, typed: values }: Context, enabled: boolean) => {
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

/** What an owner says of a match or a vote, on its own page. */
export async function walkResultEntry(fixture: BrowserFixture): Promise<void> {
  let item: Item;
  const around = (request: Request, url: URL) => {
    if (requestTo('item/5/')(request, url)) return item;
    if (requestTo('post/2/')(request, url)) return buildPost(2, { items_data: [item] });
    return requestTo('getItemBets/')(request, url) ? { membersOptions: [], count: 0 } : undefined;
  };
  const starts = (first: Item) => () => {
    item = first;
    return Promise.resolve();
  };
  const loads = (draft?: ResultDraft) => async (page: Page) => {
    if (draft) await presetSessionValue('result:5', draft)(page);
    await fixture.openLive(page, '/item?id=5');
  };
  await walkScreens(
    fixture,
    resultEntry,
    resultEntryExpectations,
    {
      // Nothing is shown before the draft is loaded: that is the page's first move.
      opens: Object.fromEntries(
        Object.entries(resultEntryExpectations.inputs).map(([start, input]) => [start, starts(input.item)]),
      ),
      by: {
        'no draft': loads(),
        'half a score loads': loads(halfDraft),
        'a score loads': loads(completeDraft),
        'a ticked vote loads': loads(voteDraft),
        'an empty draft loads': loads({ version: 1, typed: {} }),
      },
      each: ['a score loads', 'a ticked vote loads', 'an empty draft loads'],
      hands: {
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
          asks: requestTo('setItemResults/', 'POST'),
          wire: (saved: Item) => (item = saved),
        },
      },
      around,
      only: {
        // A box is ticked or not; and where a start or a void is asked for there is nothing to type.
        'home 3': (snapshot) => isOfResult(snapshot) && (snapshot.context as Context).item.type !== 'vote',
        'away 1': isOfResult,
        'home emptied': isOfResult,
        // What somebody else began, or ended for good, is not to be done again.
        confirm: (snapshot) => !snapshot.matches('conflicted') || isOfResult(snapshot),
      },
      shows: {
        idle: async (page, { item: { status } }) => {
          await isShut(page);
          if (status === 'open')
            await offers(page, 'start', ['start', 'enterResults', 'moveDate', 'editItem', 'voidItem']);
          if (status === 'started')
            await offers(page, 'enterResults', ['enterResults', 'editItem', 'voidItem']);
          if (status === 'ended') await offers(page, null, ['updateResults', 'editItem', 'voidItem']);
          if (status === 'void') await offers(page, null, ['editItem']);
        },
        confirming: async (page, context) => {
          const { title, answer } = asked(context);
          await isHeaded(page, title);
          await seeReady(page, t(answer));
        },
        entering: async (page, context) => {
          await isHeaded(page, 'InsertItemResults');
          await typed(page, context, true);
          const isWhole = context.item.type === 'vote' || Object.keys(context.typed).length === 2;
          await waitUntilEqual(() => button(page, t('resultSave')).isEnabled(), isWhole);
          await alerts(page, []);
        },
        saving: async (page, context) => {
          const { title, answer } = asked(context);
          await isHeaded(page, title);
          await seeBusy(page, t(answer));
          await waitUntilEqual(() => button(sheet(page), t('cancel')).isDisabled(), true);
          if (title === 'InsertItemResults') await typed(page, context, false);
        },
        conflicted: async (page, context) => {
          const { title } = asked(context);
          await isHeaded(page, title);
          await alerts(page, [t('resultConflict')]);
          await seeReady(page, t('resultKeep'));
          await waitUntilEqual(
            () => button(page, t('resultReplace')).count(),
            title === 'InsertItemResults' ? 1 : 0,
          );
          // What stands, as the refusal told it.
          if (context.item.ended)
            await sheet(page)
              .getByRole('img', { name: scoreText(teams, [2, 1]), exact: true })
              .first()
              .waitFor();
        },
        failed: async (page, context) => {
          const { title, answer } = asked(context);
          await isHeaded(page, title);
          await alerts(page, [t('failure.offline')]);
          await seeReady(page, t(answer));
          if (title === 'InsertItemResults') await typed(page, context, true);
        },
      },
      unwalked: {
        'loading —xstate.error.actor.loadDraft→ idle': 'what cannot be read is no draft',
        '(root) —xstate.error.actor.draftStore→ itself': 'only a defect breaks the store',
      },
    },
    true,
  );
}
