import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { assign, createActor, createMachine, fromCallback, fromPromise, type EventObject } from 'xstate';
import type { ItemType, League } from '#contract/models.ts';
import type { GameDraft } from '#domain/wizard/game-draft.ts';
import type { DraftKey, WizardContext } from '#domain/wizard/wizard-context.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { backStack, type EntriesChange, type HistoryMoved } from '#machines/back-stack.ts';
import { gameTypePicker } from '#machines/game-type-picker.ts';
import { optionPicker } from '#machines/option-picker.ts';
import { upload } from '#machines/upload.ts';
import { wizard } from '#machines/wizard.ts';
import { DraftSummary } from '#screens/wizard/DraftSummary.tsx';
import { LeagueSlide } from '#screens/wizard/LeagueSlide.tsx';
import { MatchesSlide } from '#screens/wizard/MatchesSlide.tsx';
import { RulesSlide } from '#screens/wizard/RulesSlide.tsx';
import { SelectOptionsSlide } from '#screens/wizard/SelectOptionsSlide.tsx';
import type { WizardActor } from '#screens/wizard/wizard-hooks.ts';
import { WizardSheet } from '#screens/wizard/WizardSheet.tsx';
import {
  buildAppData,
  buildItemType,
  buildLeague,
  buildOption,
  buildOwnLeague,
  buildRule,
} from '#tests/support/builders.ts';
import { outlineOf } from '#tests/support/views/outline.ts';
import { renderScreen } from '#tests/support/views/render-screen.tsx';
import { t } from '#tests/support/translations.ts';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { OptionPictures } from '#screens/wizard/OptionPictures.tsx';
import { WizardModal } from '#screens/wizard/WizardModal.tsx';

/** A wizard on its first slide, with nothing stored, whose types stay loading. */
async function startWizard(leagues: readonly League[]) {
  const machine = provideWizard();
  const actor = createActor(machine, { input: { member: 7, league: null, leagues, staff: false } }).start();
  await vi.waitFor(() => expect(actor.getSnapshot().hasTag('sections')).toBe(true));
  return actor;
}
function provideWizard() {
  const loadTypes = fromPromise<readonly ItemType[], { parent: number }>(() => new Promise(() => undefined));
  return wizard.provide({
    actors: {
      gameTypePicker: gameTypePicker.provide({ actors: { loadTypes } }),
      loadDraft: fromPromise<GameDraft | null, DraftKey>(() => Promise.resolve(null)),
      draftStore: fromCallback(() => undefined),
    },
  });
}
const leaguesOf = (...names: string[]) =>
  names.map((name, at) => buildOwnLeague(at + 1, name, { users: at + 1 }));
const members = (count: number) => t('members', { count });

describe('the slide of leagues', () => {
  const newLeague = (states: string, ...lines: string[]) => [
    `group${states}`,
    `  button "${t('createNewLeague')}"`,
    ...lines.map((line) => `  ${line}`),
    `  ${t('leagueName')}`,
    `  textbox "${t('leagueName')}" maxlength=20 placeholder=${t('leagueNamePlaceholder')} value=""`,
    '  alert',
    `  button "${t('add')}" disabled`,
  ];

  test('has each league with its number of members, and a form for a new one', async () => {
    const actor = await startWizard(leaguesOf('השכונה', 'המשרד'));
    const { outline } = await renderScreen(<LeagueSlide actor={actor} />);
    const choices = (second: string) => [
      `radiogroup "${t('wizardLeague')}"`,
      `  ${t('wizardLeague')}`,
      `  radio "השכונה" described "${members(1)}"`,
      '  [השכונה]',
      `  ${members(1)}`,
      `  radio "המשרד" ${second}described "${members(2)}"`,
      '  [המשרד]',
      `  ${members(2)}`,
      '  alert',
    ];
    expect(outline()).toEqual([...choices(''), ...newLeague('')]);
    fireEvent.click(screen.getByRole('radio', { name: 'המשרד' }));
    expect(actor.getSnapshot().context.league?.id).toBe(2);
    expect(outline()).toEqual([...choices('checked '), ...newLeague('')]);
  });

  test('has the form open where there is no league', async () => {
    const { outline } = await renderScreen(<LeagueSlide actor={await startWizard([])} />);
    expect(outline()).toEqual(newLeague(' open', t('wizardNoLeagues')));
  });

  const names = ['אריות', 'ברקים', 'גלים', 'דובים', 'הרים', 'ורדים', 'זאבים', 'חולות', 'טווסים'];
  const shown = () => screen.queryAllByRole('radio').map((radio) => radio.getAttribute('aria-label'));

  test('has no search field for eight leagues', async () => {
    await renderScreen(<LeagueSlide actor={await startWizard(leaguesOf(...names.slice(0, 8)))} />);
    expect([shown(), screen.queryByRole('searchbox')]).toEqual([names.slice(0, 8), null]);
  });

  test('has a search field for more than eight', async () => {
    const { outline } = await renderScreen(<LeagueSlide actor={await startWizard(leaguesOf(...names))} />);
    const search = (value: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value } });
    expect(shown()).toEqual(names);
    search(' ים ');
    expect(shown()).toEqual(['ברקים', 'גלים', 'דובים', 'הרים', 'ורדים', 'זאבים', 'טווסים']);
    expect(outline()).not.toContain(t('noResults'));
    search('אין');
    expect([shown(), outline().includes(t('noResults'))]).toEqual([[], true]);
  });
});

describe('the slide of rules', () => {
  const rules = [
    buildRule(1, 'question', { name: 'השאלה', type: 'text', required: true, maxlength: 40 }),
    buildRule(2, 'pts_correct', { name: 'לניחוש נכון', type: 'number', value: 3, required: true }),
    buildRule(3, 'prize', { name: 'הפרס', type: 'text', value: 'פיצה' }),
  ];
  /** The slide of a draft with these values, and what it sends. */
  const show = async (more: Partial<WizardContext>) => {
    const actor = await startWizard(leaguesOf('השכונה'));
    const { context } = actor.getSnapshot();
    const values = { question: 'מי?', pts_correct: 3, prize: 'פיצה' };
    const draft = { ...context, type: buildItemType(3, 'הצבעה', 0, 'vote'), rules, values, ...more };
    const fixed = createActor(createMachine({ context: draft })).start() as unknown as WizardActor;
    const sent = vi.spyOn(fixed, 'send').mockReturnValue();
    const { outline } = await renderScreen(<RulesSlide actor={fixed} />);
    return { sent, outline };
  };
  test('has the rules that have no default, and the others in a group that shows the points', async () => {
    const { outline } = await show({});
    expect(outline()).toEqual([
      'השאלה',
      'textbox "השאלה" dir=auto maxlength=40 value="מי?"',
      'alert',
      'group',
      `  button "${t('more')} ${t('wizardPoints')} 3"`,
      '  לניחוש נכון',
      `  button "${t('down')}"`,
      '  spinbutton "לניחוש נכון" autocomplete=off dir=ltr inputmode=numeric maxlength=6 value="3" valuemax=999999 valuemin=0 valuenow=3',
      `  button "${t('up')}"`,
      '  alert',
      '  הפרס',
      '  textbox "הפרס" dir=auto maxlength=2000 value="פיצה"',
      '  alert',
    ]);
  });

  test('sends what is typed, with the key of its rule', async () => {
    const { sent } = await show({});
    const field = screen.getByRole('textbox', { name: 'השאלה' });
    fireEvent.change(field, { target: { value: 'איפה?' } });
    fireEvent.blur(field);
    expect(sent.mock.calls).toEqual([
      [{ type: 'rule.change', key: 'question', value: 'איפה?' }],
      [{ type: 'rule.blur', key: 'question' }],
    ]);
  });

  test.each<[open: boolean, more: Partial<WizardContext>]>([
    [false, { values: { question: 'מי?', pts_correct: null, prize: 'פיצה' } }],
    [true, { values: { question: 'מי?', pts_correct: null, prize: 'פיצה' }, touched: ['pts_correct'] }],
    [true, { serverProblems: { 'rules.prize': { code: 'invalid' } } }],
    // Touched and valid.
    [false, { touched: ['pts_correct', 'prize'] }],
    // The invalid rule is shown in any case.
    [false, { values: { question: '', pts_correct: 3, prize: 'פיצה' }, touched: ['question'] }],
  ])('has the group of other rules open: %s, with %j', async (open, more) => {
    const { outline } = await show(more);
    expect(outline().some((line) => line.startsWith('group open'))).toBe(open);
  });
});

describe('a rule of the slide', () => {
  const show = async (more: Partial<WizardContext>) => {
    const { context } = (await startWizard(leaguesOf('השכונה'))).getSnapshot();
    const rules = [buildRule(1, 'question', { name: 'השאלה' }), buildRule(2, 'prize', { value: 'פיצה' })];
    const draft = { ...context, type: buildItemType(3, 'הצבעה', 0, 'vote'), rules, values: {}, ...more };
    const actor = createActor(createMachine({ context: draft })).start() as unknown as WizardActor;
    return (await renderScreen(<RulesSlide actor={actor} />)).outline();
  };

  test('shows its problem once it was left or the server refused it, and not before', async () => {
    const alertOf = async (more: Partial<WizardContext>) =>
      (await show(more)).find((line) => line.startsWith('alert'));
    expect([
      await alertOf({}),
      await alertOf({ touched: ['question'] }),
      await alertOf({
        values: { question: 'מי?' },
        serverProblems: { 'rules.question': { code: 'too_long', limit: 40 } },
      }),
    ]).toEqual([
      'alert',
      `alert: ${t('problem.required')}`,
      `alert: ${t('problem.too_long', { limit: 40 })}`,
    ]);
  });

  test('is in a group without points where no rule gives any; staff can add a rule', async () => {
    const buttons = async (more: Partial<WizardContext>) =>
      (await show(more)).filter((line) => /^ *button/.test(line)).map((line) => line.trim());
    expect(await buttons({})).toEqual([`button "${t('more')}"`]);
    expect(await buttons({ staff: true })).toEqual([`button "${t('more')}"`, `button "${t('newItemRule')}"`]);
    expect(await buttons({ rules: [buildRule(1, 'question')] })).toEqual([]);
  });

  test('that becomes invalid opens the group of other rules, which stays open once it is valid', async () => {
    const { context } = (await startWizard(leaguesOf('השכונה'))).getSnapshot();
    const machine = createMachine({
      context: { ...context, rules: [buildRule(2, 'prize', { value: 'פיצה' })], values: { prize: 'פיצה' } },
      on: {
        type: { actions: assign(({ event }) => ({ values: { prize: event['text'] }, touched: ['prize'] })) },
      },
    });
    const actor = createActor(machine).start();
    await renderScreen(<RulesSlide actor={actor as unknown as WizardActor} />);
    const rest = screen.getByRole('group') as HTMLDetailsElement;
    const type = (text: string) => {
      act(() => actor.send({ type: 'type', text }));
      return rest.open;
    };
    expect([rest.open, type('חומוס'), type('')]).toEqual([false, false, true]);
    fireEvent(rest, new Event('toggle'));
    expect(type('סושי')).toBe(true);
  });
});

describe('the slide of matches', () => {
  const names = ['אריות', 'ברקים', 'גלים', 'דובים'];
  const faces = Object.fromEntries(
    names.map((name, at) => [at + 1, { id: at + 1, name, image: null, is_staff: false }]),
  );
  const group = (id: number, ...options: number[]) => ({ id, options, dates: [null] });
  const show = async (groups: readonly ReturnType<typeof group>[]) => {
    const { context } = (await startWizard(leaguesOf('השכונה'))).getSnapshot();
    const draft = { ...context, type: buildItemType(1, 'משחק', 0, 'home/away'), groups, faces };
    const actor = createActor(createMachine({ context: draft })).start() as unknown as WizardActor;
    const sent = vi.spyOn(actor, 'send').mockReturnValue();
    const found = names.map((name, at) => buildOption(at + 1, name));
    const picker = createActor(
      optionPicker.provide({
        actors: { searchOptions: fromPromise(async () => ({ results: found, count: found.length })) },
      }),
      { input: { parent: createActor(createMachine({})), league: 1, offersAll: true } },
    ).start();
    await renderScreen(<MatchesSlide actor={actor} picker={picker} />);
    await screen.findByRole('button', { name: 'אריות' });
    return sent;
  };
  /** The matches that can be removed, in the order in which they are listed. */
  const listed = () => {
    const labels = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
    return labels.filter((label) => label?.startsWith(t('matchRemove', { name: '' }).trim()));
  };
  const status = () => screen.getAllByRole('status')[0];

  test('has the newest match first, and announces that it was added', async () => {
    const sent = await show([group(1, 1, 2), group(2, 4, 3)]);
    expect(status()?.textContent).toContain(t('matchAdded'));
    expect(listed()).toEqual(['דובים · גלים', 'אריות · ברקים'].map((name) => t('matchRemove', { name })));
    fireEvent.click(screen.getByRole('button', { name: 'גלים' }));
    expect(sent.mock.calls).toEqual([[{ type: 'side.select', option: buildOption(3, 'גלים') }]]);
  });

  test('announces the home side that waits for an opponent, and a second tap removes it', async () => {
    const sent = await show([group(1, 1, 2), group(2, 4)]);
    expect(listed()).toEqual([t('matchRemove', { name: 'אריות · ברקים' })]);
    expect(status()?.textContent).toContain('דובים');
    expect(status()?.textContent).toContain(t('matchAway'));
    const tapped = screen.getByRole('button', { name: 'דובים' });
    expect(tapped.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(tapped);
    expect(sent.mock.calls).toEqual([[{ type: 'match.remove', match: 2 }]]);
  });
});

describe('the slide of options', () => {
  test.each([
    [0, ['1', '2']],
    [1, ['1', '2']],
    [3, ['1', '2', '3', '4']],
  ])(
    'with %i options has its input scrolled to the top once one is chosen, since results are below it',
    async (count, lines) => {
      const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
      const { context } = (await startWizard(leaguesOf('השכונה'))).getSnapshot();
      const options = Array.from({ length: count }, (_, at) => at + 1);
      const faces = Object.fromEntries(
        options.map((id) => [id, { id, name: `אפשרות ${id}`, image: null, is_staff: false }]),
      );
      const groups = [{ id: 1, options, dates: [null] }];
      const draft = { ...context, type: buildItemType(3, 'הצבעה', 0, 'vote'), groups, faces };
      const actor = createActor(createMachine({ context: draft })).start() as unknown as WizardActor;
      const found = [buildOption(9, 'מכבי')];
      const picker = createActor(
        optionPicker.provide({
          actors: { searchOptions: fromPromise(async () => ({ results: found, count: found.length })) },
        }),
        { input: { parent: createActor(createMachine({})), league: 1, offersAll: false } },
      ).start();
      const { container } = await renderScreen(<SelectOptionsSlide actor={actor} picker={picker} />);
      // The line that is still empty is for the eye alone.
      const empty = [...container.querySelectorAll<HTMLElement>('[aria-hidden] button')];
      expect(empty.map(({ tabIndex }) => tabIndex)).toEqual(count === 0 ? [-1] : []);
      // Each line has its number, that of the field too; there are two lines at least.
      const numbers = [...container.querySelectorAll('[class*=lineNumber]')].map((it) => it.textContent);
      expect(numbers).toEqual(lines);
      const line = screen.getByRole('searchbox').closest('li');
      const calls = scrolled.mock.calls.map(([how], at) => [scrolled.mock.contexts[at] === line, how]);
      expect(calls).toEqual(count === 0 ? [] : [[true, { block: 'start' }]]);
      scrolled.mockRestore();
    },
  );
});

test('a name that was not found is offered without spaces around it; of those found, the chosen ones are pressed', async () => {
  const { context } = (await startWizard(leaguesOf('השכונה'))).getSnapshot();
  const faces = Object.fromEntries(
    [2, 3].map((id) => [id, { id, name: `אפשרות ${id}`, image: null, is_staff: false }]),
  );
  const groups = [{ id: 1, options: [3, 2], dates: [null] }];
  const draft = { ...context, type: buildItemType(3, 'הצבעה', 0, 'vote'), groups, faces };
  const actor = createActor(createMachine({ context: draft })).start() as unknown as WizardActor;
  const found = [buildOption(9, 'מכבי'), buildOption(2, 'מכבי חיפה')];
  const picker = createActor(
    optionPicker.provide({
      actors: { searchOptions: fromPromise(async () => ({ results: found, count: found.length })) },
    }),
    { input: { parent: createActor(createMachine({})), league: 1, offersAll: false } },
  ).start();
  await renderScreen(<SelectOptionsSlide actor={actor} picker={picker} />);
  act(() => picker.send({ type: 'search.change', search: '  מכבי נתניה ' }));
  const offer = await screen.findByRole('button', { name: new RegExp(t('addIt')) }, { timeout: 10_000 });
  expect(offer.textContent).toBe(`${t('addIt')} "מכבי נתניה"`);
  const pressed = screen.getAllByRole('button').filter((button) => button.ariaPressed !== null);
  expect(pressed.map((button) => [button.querySelector('bdi')?.textContent, button.ariaPressed])).toEqual([
    ['מכבי', 'false'],
    ['מכבי חיפה', 'true'],
  ]);
});

test('the summary lists the groups that have more than one option', async () => {
  const { context } = (await startWizard(leaguesOf('השכונה'))).getSnapshot();
  const faces = Object.fromEntries(
    [1, 2, 3].map((id) => [id, { id, name: `אפשרות ${id}`, image: null, is_staff: false }]),
  );
  const groups = [
    { id: 2, options: [3], dates: [null] },
    { id: 1, options: [2, 1], dates: [null] },
  ];
  const draft = { ...context, type: buildItemType(3, 'הצבעה', 0, 'vote'), groups, faces };
  const machine = createMachine({ context: draft, on: { 'wizard.restart': { actions: () => undefined } } });
  await renderScreen(<DraftSummary actor={createActor(machine).start() as unknown as WizardActor} />);
  const text = screen.getByRole('group').textContent;
  expect([1, 2, 3].map((id) => text.includes(`אפשרות ${id}`))).toEqual([true, true, false]);
});

describe('the wizard', () => {
  const show = async () => {
    const actor = await startWizard(leaguesOf('השכונה'));
    const history = fromCallback<EventObject & EntriesChange, undefined, HistoryMoved>(() => undefined);
    const stack = createActor(backStack.provide({ actors: { history } }), {
      input: { entries: 0, onLayer: false },
    }).start();
    await Sheet.preload();
    await renderScreen(<WizardSheet actor={actor} />, { machines: { backStack: stack } });
    return actor;
  };
  const lines = () => outlineOf(screen.getByRole('dialog')).map((line) => line.trim());

  test('has the question of each slide as heading and as the focused region, and shows the step', async () => {
    const actor = await show();
    const slideLines = (slide: string, question: MessageKey, step: number) =>
      expect.arrayContaining([
        `heading "${t(question)}" level=2`,
        `region "${t(question)}" data-slide=${slide} focused tabindex=-1`,
        `img "${t('wizardStep', { step, steps: 5 })}"`,
      ]) as string[];
    const steps = () =>
      [...document.querySelectorAll('[role=img] > span')].map((step) => step.hasAttribute('data-done'));
    expect(lines()).toEqual(slideLines('sections', 'wizardLeague', 1));
    expect(steps()).toEqual([true, false, false, false, false]);
    act(() => actor.send({ type: 'league.choose', id: 1 }));
    const proceed = screen.getByRole('button', { name: t('proceed') });
    proceed.focus();
    fireEvent.click(proceed);
    expect(lines()).toEqual(slideLines('types', 'wizardType', 2));
    expect(steps()).toEqual([true, true, false, false, false]);
  });

  test('shows what is missing, and proceeds once nothing is', async () => {
    const actor = await show();
    expect(lines().slice(-2)).toEqual([
      `status: ${t('wizardBlocked.noLeague')}`,
      `button "${t('proceed')}" disabled`,
    ]);
    act(() => actor.send({ type: 'league.choose', id: 1 }));
    expect(lines().slice(-2)).toEqual(['status', `button "${t('proceed')}"`]);
    const send = vi.spyOn(actor, 'send').mockReturnValue();
    fireEvent.click(screen.getByRole('button', { name: t('proceed') }));
    expect(send.mock.calls).toEqual([[{ type: 'wizard.proceed' }]]);
  });

  test('is closed by its button', async () => {
    const actor = await show();
    fireEvent.click(screen.getByRole('button', { name: t('close') }));
    expect(actor.getSnapshot().output).toEqual({ outcome: 'closed' });
  });
});

test('the pictures that can be changed are of the caller’s own options, each once', async () => {
  const { context } = (await startWizard(leaguesOf('השכונה'))).getSnapshot();
  const faces = Object.fromEntries(
    [1, 2, 3].map((id) => [id, { id, name: `אפשרות ${id}`, image: null, is_staff: id !== 1 }]),
  );
  const groups = [
    { id: 2, options: [3, 2], dates: [null] },
    { id: 1, options: [2, 1], dates: [null] },
  ];
  const draft = { ...context, type: buildItemType(3, 'הצבעה', 0, 'vote'), groups, faces };
  const actor = createActor(createMachine({ context: draft })).start() as unknown as WizardActor;
  const { container } = await renderScreen(<OptionPictures actor={actor} />, { machines: { upload } });
  expect([...container.querySelectorAll('li > bdi')].map(({ textContent }) => textContent)).toEqual([
    'אפשרות 3',
    'אפשרות 2',
  ]);
});

test('the wizard is of the leagues that the caller runs, and of those that are open', async () => {
  const machine = provideWizard();
  const loaded = Object.assign(Promise.resolve(machine), { status: 'fulfilled', value: machine });
  await Sheet.preload();
  await renderScreen(<WizardModal onClose={() => {}} />, {
    data: buildAppData({
      sections: [
        buildLeague(9, 'ליגת העל', { custom: false, is_member: false }),
        buildOwnLeague(6, 'המשרד'),
        buildOwnLeague(5, 'אשתקד', { active: false }),
        buildOwnLeague(4, 'השכונה'),
        buildLeague(3, 'של אחרים'),
      ],
    }),
    machines: {
      wizard: () => loaded,
      backStack: createActor(backStack, { input: { entries: 0, onLayer: false } }),
    },
  });
  const names = () => screen.queryAllByRole('radio').map((radio) => radio.getAttribute('aria-label'));
  await expect.poll(names).toEqual(['המשרד', 'השכונה']);
});
