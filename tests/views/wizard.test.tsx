import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { createActor, fromCallback, fromPromise, type EventObject } from 'xstate';
import type { League } from '#contract/models.ts';
import type { GameDraft } from '#domain/wizard/game-draft.ts';
import type { DraftKey } from '#domain/wizard/wizard-context.ts';
import { backStack, type EntriesChange, type HistoryMoved } from '#machines/back-stack.ts';
import { wizard } from '#machines/wizard.ts';
import { LeagueSlide } from '#screens/wizard/LeagueSlide.tsx';
import { WizardSheet } from '#screens/wizard/WizardSheet.tsx';
import { buildOwnLeague } from '#tests/support/builders.ts';
import { outlineOf } from '#tests/support/views/outline.ts';
import { renderScreen } from '#tests/support/views/render-screen.tsx';
import { t } from '#tests/support/translations.ts';

/** A wizard on its first slide, with nothing stored. */
async function startWizard(leagues: readonly League[]) {
  const machine = wizard.provide({
    actors: {
      loadDraft: fromPromise<GameDraft | null, DraftKey>(() => Promise.resolve(null)),
      draftStore: fromCallback(() => undefined),
    },
  });
  const actor = createActor(machine, { input: { member: 7, league: null, leagues, staff: false } }).start();
  await vi.waitFor(() => expect(actor.getSnapshot().hasTag('sections')).toBe(true));
  return actor;
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

  test('has each league with how many are in it, and a form for a new one', async () => {
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

  test('begins with the form where there is none', async () => {
    const { outline } = await renderScreen(<LeagueSlide actor={await startWizard([])} />);
    expect(outline()).toEqual(newLeague(' open', t('wizardNoLeagues')));
  });

  const names = ['אריות', 'ברקים', 'גלים', 'דובים', 'הרים', 'ורדים', 'זאבים', 'חולות', 'טווסים'];
  const shown = () => screen.queryAllByRole('radio').map((radio) => radio.getAttribute('aria-label'));

  test('has no search of eight leagues', async () => {
    await renderScreen(<LeagueSlide actor={await startWizard(leaguesOf(...names.slice(0, 8)))} />);
    expect([shown(), screen.queryByRole('searchbox')]).toEqual([names.slice(0, 8), null]);
  });

  test('is searched where there are more', async () => {
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

describe('the wizard', () => {
  const show = async () => {
    const actor = await startWizard(leaguesOf('השכונה'));
    const history = fromCallback<EventObject & EntriesChange, undefined, HistoryMoved>(() => undefined);
    const stack = createActor(backStack.provide({ actors: { history } }), {
      input: { entries: 0, onLayer: false },
    }).start();
    await renderScreen(<WizardSheet actor={actor} />, { machines: { backStack: stack } });
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).not.toBeNull());
    return actor;
  };
  const lines = () => outlineOf(screen.getByRole('dialog')).map((line) => line.trim());

  test('asks one question a slide, which has the focus, and says at which step it is', async () => {
    await show();
    expect(lines()).toEqual(
      expect.arrayContaining([
        `heading "${t('wizardLeague')}" level=2`,
        expect.stringMatching(
          new RegExp(`^region "${t('wizardLeague').replace('?', '\\?')}" data-slide=sections .*tabindex=-1`),
        ),
        `img "${t('wizardStep', { step: 1, steps: 5 })}"`,
      ]),
    );
    const steps = [...document.querySelectorAll('[role=img] > span')].map((step) =>
      step.hasAttribute('data-done'),
    );
    expect(steps).toEqual([true, false, false, false, false]);
  });

  test('says what is missing, and goes on once it is not', async () => {
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
