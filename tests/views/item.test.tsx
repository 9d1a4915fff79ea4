import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { createActor, createMachine, fromCallback, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#contract/failures.ts';
import type { ResultValue } from '#contract/inputs.ts';
import { limits } from '#contract/limits.ts';
import { command } from '#machines/command.ts';
import type { Bettor, Item, MemberBets, MissingBettor, Post, Reason } from '#contract/models.ts';
import type { CachedAnswer } from '#domain/cached-answer.ts';
import { pagedListOf, type Page, type PageRequest } from '#machines/paged-list.ts';
import { resourceOf, type LoadRequest } from '#machines/resource.ts';
import { resultEntry, type ResultDraft } from '#machines/result-entry.ts';
import { backStack } from '#machines/back-stack.ts';
import { BalancePick } from '#screens/item-card/BalancePick.tsx';
import { CompactItem } from '#screens/item-card/CompactItem.tsx';
import { MyOutcome, OutcomeReason } from '#screens/item-card/MyOutcome.tsx';
import { MyPick } from '#screens/item-card/MyPick.tsx';
import { ResultMark } from '#screens/item-card/ResultMark.tsx';
import { useBet, type MyBet } from '#screens/item-card/use-bet.ts';
import { VotePick } from '#screens/item-card/VotePick.tsx';
import { Voters, VotePercent } from '#screens/item-card/VoteShare.tsx';
import { DigitPadProvider, useDigitPad } from '#screens/item-card/DigitPadProvider.tsx';
import { MissingBettors } from '#screens/game/MissingBettors.tsx';
import { BetsSection } from '#screens/item-page/BetsSection.tsx';
import { StatusText } from '#screens/item-page/ItemHeader.tsx';
import { ManageItem } from '#screens/item-page/ManageItem.tsx';
import { ItemTimeline } from '#screens/item-page/ItemTimeline.tsx';
import { MemberBets as MemberBetsList } from '#screens/item-page/MemberBets.tsx';
import { RevealedVotes } from '#screens/item-page/RevealedVotes.tsx';
import { ScoringRules } from '#screens/item-page/ScoringRules.tsx';
import { ResultSheet } from '#screens/results/ResultSheet.tsx';
import { useSheet } from '#screens/search-params.ts';
import { StaleNote } from '#screens/StaleNote.tsx';
import { buildAppData, buildItem, buildLeague, buildPost } from '#tests/support/builders.ts';
import { outlineOf } from '#tests/support/views/outline.ts';
import { renderScreen } from '#tests/support/views/render-screen.tsx';
import { renderView } from '#tests/support/views/render-view.tsx';
import { t } from '#tests/support/translations.ts';
import { roundResults } from '#machines/round-results.ts';
import { ResultForm } from '#screens/results/ResultForm.tsx';
import { RoundResults } from '#screens/results/RoundResults.tsx';
import { ItemView } from '#screens/item-page/ItemView.tsx';
import { activeGroup } from '#machines/active-group.ts';

const people = ['נועה', 'דנה', 'תום', 'איתי', 'מאיה'].map((name, at) => ({ id: at + 1, name }));

describe('the voters of an option', () => {
  const show = (count: number, total = count) => {
    const { outline, container, unmount } = renderView(
      <Voters people={people.slice(0, count)} total={total} />,
    );
    const faces = [...container.querySelectorAll('[aria-hidden]')].map(({ textContent }) => textContent);
    const lines = outline();
    unmount();
    return { faces, lines };
  };

  test('have at most three faces, and all names', () => {
    expect(show(3)).toEqual({ faces: ['נ', 'ד', 'ת'], lines: ['נועה, דנה ותום'] });
    expect(show(5)).toEqual({ faces: ['נ', 'ד', 'ת'], lines: ['[+2]', 'נועה, דנה, תום, איתי ומאיה'] });
  });

  test('are counted beyond three, whether they are named or not', () => {
    expect(show(1, 4)).toEqual({ faces: ['נ'], lines: ['[+3]', 'נועה'] });
    expect(show(5, 2).lines[0]).toBe('[+2]');
  });

  test('are empty where nobody is named', () => {
    expect(show(0, 4)).toEqual({ faces: [], lines: [] });
  });
});

/** The item with this data of its options. */
const withOptions = (
  item: Item,
  optionData: Readonly<Record<number, Partial<Item['options'][number]>>>,
): Item => ({
  ...item,
  options: Object.fromEntries(
    Object.entries(item.options).map(([id, option]) => [id, { ...option, ...optionData[Number(id)] }]),
  ),
});

test('an option’s share is a percentage of all votes, and is hidden with their sums', () => {
  const item = withOptions(buildItem(1, 'vote', { 11: null, 12: null }), {
    11: { amount: 2 },
    12: { amount: 1 },
  });
  const shares = (of: Item) => {
    const { outline, container, unmount } = renderView(
      Object.values(of.options).map((option) => <VotePercent key={option.id} item={of} option={option} />),
    );
    const bars = [...container.querySelectorAll('span')].map((bar) => bar.getAttribute('style'));
    const lines = outline();
    unmount();
    return [lines, bars];
  };
  expect(shares(item)).toEqual([
    ['[67%]', '[33%]'],
    ['inline-size: 67%;', 'inline-size: 33%;'],
  ]);
  expect(shares(buildItem(1, 'vote', { 11: null }))).toEqual([[], []]);
});

test('a result is marked by shape and word: a right option, and a wrong pick', () => {
  const marks = (right: boolean, mine: boolean) => {
    const { outline, container, unmount } = renderView(<ResultMark right={right} mine={mine} />);
    const found = [outline(), /lucide-(\w+)/.exec(container.innerHTML)?.[1]];
    unmount();
    return found;
  };
  expect(marks(true, false)).toEqual([[t('result')], 'check']);
  expect(marks(true, true)).toEqual([[t('result')], 'check']);
  expect(marks(false, true)).toEqual([[t('missed')], 'x']);
  expect(marks(false, false)).toEqual([[], undefined]);
});

function buildBet(values: MyBet['values'], more: Partial<MyBet> = {}) {
  const setPick = vi.fn<MyBet['setPick']>();
  const bet: MyBet = {
    actor: undefined,
    values,
    phase: 'open',
    open: true,
    refusal: null,
    stateOf: (option) => (values[option] === undefined ? 'empty' : 'saved'),
    setPick,
    ...more,
  };
  return { bet, setPick };
}

describe('the pick in a match’s row', () => {
  const show = async (status: Item['status'], isGuest: boolean, more: Partial<Item> = {}) => {
    const match = buildItem(1, 'home/away', { 11: null, 12: null }, { status, readonly: true, ...more });
    const data = { ...buildAppData(), ...(isGuest && { appuser: null }) };
    const view = await renderScreen(<MyPick item={match} bet={buildBet({}).bet} />, { data });
    const lines = view.outline();
    view.unmount();
    return lines;
  };

  test('shows a member that there is no pick, and a guest nothing', async () => {
    for (const status of ['open', 'ended'] as const) {
      expect(await show(status, false)).toEqual([t('notPicked')]);
      expect(await show(status, true)).toEqual([]);
    }
  });

  test('shows the digit of a side that alone was picked', async () => {
    const match = buildItem(1, 'home/away', { 11: 2, 12: null }, { status: 'started', readonly: true });
    const { outline } = await renderScreen(
      <DigitPadProvider>
        <MyPick item={match} bet={buildBet({ 11: 2 }).bet} />
      </DigitPadProvider>,
    );
    expect(outline().join(' ')).toContain('2');
    expect(outline()).not.toContain(t('notPicked'));
  });

  test('shows a guest too that a result is provisional', async () => {
    expect(await show('ended', true, { final: false })).toEqual([t('provisional')]);
  });
});

describe('votes over several options', () => {
  const item = (points: number) =>
    buildItem(
      1,
      'balance',
      { 11: null, 12: null },
      {
        ptsDetails: { bets_allow: points, votesForPoint: 100, reason: null },
      },
    );
  const option = (id: number) => `אפשרות ${id}`;
  const buttons = () => screen.getAllByRole('button').map((button) => (button as HTMLButtonElement).disabled);
  const sliders = () =>
    screen
      .getAllByRole('slider')
      .map((slider) => [slider.getAttribute('aria-valuenow'), slider.getAttribute('aria-valuetext')]);
  const votes = (count: number) => t('votesCount', { count });

  test('are added and removed by whole points where several are allowed', async () => {
    const { bet, setPick } = buildBet({ 11: 130 });
    const { outline } = await renderScreen(<BalancePick item={item(3)} bet={bet} />);
    const slider = (id: number, now: number, text: number) => [
      '      part data-tone=mine dir=rtl',
      `        slider "${t('votesFor', { name: option(id) })}" tabindex=0 valuemax=100 valuemin=0 valuenow=${now} valuetext=${votes(text)}`,
    ];
    expect(outline()).toEqual([
      'list',
      '  listitem data-mine data-state=saved',
      '    [אפשרות 11]',
      '    part data-mine: 130',
      `    button "${t('takeVote', { name: option(11), count: 100 })}"`,
      ...slider(11, 30, 130).map((line) => line.slice(2)),
      `    button "${t('addVote', { name: option(11), count: 100 })}"`,
      '  listitem data-state=empty',
      '    [אפשרות 12]',
      '    part data-zero: 0',
      `    button "${t('takeVote', { name: option(12), count: 100 })}" disabled`,
      ...slider(12, 0, 0).map((line) => line.slice(2)),
      `    button "${t('addVote', { name: option(12), count: 100 })}"`,
      t('votesLeft', { count: 170 }),
    ]);
    for (const button of screen.getAllByRole('button')) fireEvent.click(button);
    expect(setPick.mock.calls).toEqual([
      [11, 30],
      [11, 230],
      [12, 100],
    ]);
  });

  test('cannot be added beyond what is left, nor removed below a whole point', async () => {
    const { rerender } = await renderScreen(
      <BalancePick item={item(3)} bet={buildBet({ 11: 200, 12: 1 }).bet} />,
    );
    expect(buttons()).toEqual([false, true, true, true]);
    rerender(<BalancePick item={item(3)} bet={buildBet({ 11: 100, 12: 100 }).bet} />);
    expect(buttons()).toEqual([false, false, false, false]);
    rerender(<BalancePick item={item(3)} bet={buildBet({ 11: 99, 12: 201 }).bet} />);
    expect(buttons()).toEqual([true, true, false, true]);
  });

  test('of one point are added and removed one by one', async () => {
    const { bet, setPick } = buildBet({ 11: 60 });
    await renderScreen(<BalancePick item={item(1)} bet={bet} />);
    for (const button of screen.getAllByRole('button')) fireEvent.click(button);
    expect(setPick.mock.calls).toEqual([
      [11, 59],
      [11, 61],
      [12, 1],
    ]);
  });

  test('slide within a whole point, and not beyond what is left', async () => {
    const { bet, setPick } = buildBet({ 11: 130, 12: 150 });
    await renderScreen(<BalancePick item={item(3)} bet={bet} />);
    expect(sliders()).toEqual([
      ['30', votes(130)],
      ['50', votes(150)],
    ]);
    const [first] = screen.getAllByRole('slider');
    for (const key of ['ArrowLeft', 'End', 'Home']) fireEvent.keyDown(first ?? document.body, { key });
    expect(setPick.mock.calls).toEqual([
      [11, 131],
      [11, 150],
      [11, 100],
    ]);
  });

  test('that slide to a whole point can slide back until the thumb is released', async () => {
    Object.assign(Element.prototype, {
      setPointerCapture() {},
      hasPointerCapture: () => true,
      releasePointerCapture() {},
    });
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ left: 0, width: 100 } as DOMRect);
    const { bet, setPick } = buildBet({ 11: 150 });
    const { rerender } = await renderScreen(<BalancePick item={item(3)} bet={bet} />);
    const [slider] = screen.getAllByRole('slider');
    // From right to left.
    const drag = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', clientX: number) =>
      fireEvent[type](slider?.closest('[data-tone]') ?? document.body, { clientX });
    drag('pointerDown', 0);
    rerender(<BalancePick item={item(3)} bet={{ ...bet, values: { 11: 200 } }} />);
    expect(sliders()[0]).toEqual(['100', votes(200)]);
    drag('pointerMove', 60);
    expect(setPick.mock.calls).toEqual([
      [11, 200],
      [11, 140],
    ]);
    drag('pointerUp', 60);
    expect(sliders()[0]).toEqual(['0', votes(200)]);
  });

  test('are added by whole points from two points on', async () => {
    const { bet, setPick } = buildBet({ 11: 100 });
    await renderScreen(<BalancePick item={item(2)} bet={bet} />);
    for (const button of screen.getAllByRole('button')) fireEvent.click(button);
    expect(setPick.mock.calls).toEqual([
      [11, 0],
      [11, 200],
      [12, 100],
    ]);
  });

  test('are not marked as missed on an option that has none', async () => {
    const ended = withOptions(
      { ...item(1), ended: true, status: 'ended' },
      { 11: { result: 1 }, 12: { result: 0 } },
    );
    const { outline } = await renderScreen(
      <BalancePick item={ended} bet={buildBet({}, { open: false, stateOf: () => 'locked' }).bet} />,
    );
    expect(outline().filter((line) => [t('result'), t('missed')].includes(line.trim()))).toEqual([
      `    ${t('result')}`,
    ]);
  });

  test('at their maximum fill the slider', async () => {
    await renderScreen(<BalancePick item={item(3)} bet={buildBet({ 11: 300 }).bet} />);
    expect(sliders()[0]).toEqual(['100', votes(300)]);
  });

  test('are read-only once the item is closed, and right and wrong options are marked', async () => {
    const ended = withOptions(
      { ...item(3), ended: true, status: 'ended' },
      {
        11: { result: 1, amount: 3 },
        12: { result: 0, amount: 1 },
      },
    );
    const { outline } = await renderScreen(
      <BalancePick
        item={ended}
        bet={buildBet({ 12: 100 }, { open: false, stateOf: () => 'locked' }).bet}
        votersOf={(id) => (id === 11 ? people.slice(0, 2) : [])}
      />,
    );
    expect(outline()).toEqual([
      'list',
      '  listitem data-state=locked',
      '    [אפשרות 11]',
      `    ${votes(3)}`,
      '    נועה ודנה',
      '    [75%]',
      `    ${t('result')}`,
      '    part data-zero: 0',
      '  listitem data-mine data-state=locked',
      '    [אפשרות 12]',
      `    ${votes(1)}`,
      '    [25%]',
      `    ${t('missed')}`,
      '    part data-mine: 100',
    ]);
  });
});

describe('a vote', () => {
  const item = (allowed: number) =>
    buildItem(
      1,
      'vote',
      { 11: null, 12: null, 13: null },
      {
        ptsDetails: { bets_allow: allowed, votesForPoint: 100, reason: null },
      },
    );
  const rows = (lines: string[]) => lines.filter((line) => line.includes('button'));

  test('is picked by a tap and cleared by a second one', async () => {
    const { bet, setPick } = buildBet({ 12: 1 });
    const { outline } = await renderScreen(<VotePick item={item(1)} bet={bet} />);
    expect(outline()).toEqual([
      'list',
      '  listitem',
      '    button "אפשרות 11" data-state=empty pressed=false',
      '  listitem',
      '    button "אפשרות 12" data-state=saved pressed',
      '  listitem',
      '    button "אפשרות 13" data-state=empty pressed=false',
    ]);
    for (const button of screen.getAllByRole('button')) fireEvent.click(button);
    expect(setPick.mock.calls).toEqual([
      [11, 1],
      [12, null],
      [13, 1],
    ]);
  });

  test('of several shows how many are left, and accepts no more', async () => {
    const { outline, rerender } = await renderScreen(
      <VotePick item={item(2)} bet={buildBet({ 12: 1 }).bet} />,
    );
    expect(outline().at(-1)).toBe(t('picksLeft', { count: 1 }));
    expect(rows(outline()).filter((line) => line.includes('disabled'))).toEqual([]);
    rerender(<VotePick item={item(2)} bet={buildBet({ 12: 1, 13: 1 }).bet} />);
    expect(outline().at(-1)).toBe(t('picksLeft', { count: 0 }));
    expect(rows(outline())).toEqual([
      '    button "אפשרות 11" data-state=empty disabled pressed=false',
      '    button "אפשרות 12" data-state=saved pressed',
      '    button "אפשרות 13" data-state=saved pressed',
    ]);
  });

  test('that is closed accepts none, and shows who chose what', async () => {
    const closed = withOptions(item(1), { 11: { amount: 4 }, 12: { amount: 0 }, 13: { amount: 0 } });
    const { outline, container } = await renderScreen(
      <VotePick
        item={closed}
        bet={buildBet({ 11: 1 }, { open: false, stateOf: () => 'locked' }).bet}
        votersOf={(id) => (id === 11 ? people.slice(0, 2) : [])}
      />,
    );
    const state = 'data-locked data-state=locked disabled';
    expect(rows(outline()).map((line) => line.trim())).toEqual([
      `button "אפשרות 11 +2 נועה ודנה 100%" ${state} pressed`,
      `button "אפשרות 12 0%" ${state} pressed=false`,
      `button "אפשרות 13 0%" ${state} pressed=false`,
    ]);
    // The mark of a saved pick is animated.
    expect(container.querySelectorAll('path[class*=drawn]')).toHaveLength(1);
  });
});

describe('the outcome line', () => {
  const settled = (pts: number, reason: Partial<Reason> & Pick<Reason, 'code'>, more: Partial<Item> = {}) =>
    buildItem(
      1,
      'balance',
      { 11: 100 },
      {
        ended: true,
        status: 'ended',
        result: pts > 0 ? 'win' : 'faild',
        pts,
        ptsDetails: { bets_allow: 1, votesForPoint: 100, reason: { bet: [], result: [], ...reason } },
        ...more,
      },
    );
  const points = (pts: number) => `[+${pts}]`;
  test.each<[string, Item, string[]]>([
    [
      'of a right bet has the reason',
      settled(3, { code: 'outcome' }),
      [t('hit'), points(3), t('reason.outcome')],
    ],
    ['of an exact bet has no reason', settled(4, { code: 'exact' }), [t('exact'), points(4)]],
    ['of a wrong bet has no reason', settled(0, { code: 'missed' }), [t('missed')]],
    ['of too few votes has that reason', settled(0, { code: 'share' }), [t('missed'), t('reason.tooFew')]],
    [
      'of an even result has that reason',
      settled(1, { code: 'even' }),
      [t('hit'), points(1), t('reason.even')],
    ],
    [
      'is followed by what the game’s own rules added',
      settled(30, { code: 'exact', underdog: 5, multiplier: 3, joker: true }),
      [
        t('exact'),
        points(30),
        t('reason.underdog', { count: 5 }),
        t('timesPoints', { count: 3 }),
        t('joker'),
      ],
    ],
    [
      'of a correction shows what it changed',
      settled(3, { code: 'outcome', was: 4 }),
      [t('hit'), points(3), t('reason.outcome'), t('reasonWas', { was: 4, now: 3 })],
    ],
    [
      'of a correction that changed nothing does not show it',
      settled(4, { code: 'exact', was: 4 }),
      [t('exact'), points(4)],
    ],
    [
      'of a provisional result shows that',
      settled(4, { code: 'exact' }, { final: false }),
      [t('exact'), points(4), t('provisional')],
    ],
    [
      'of a final result shows nothing of that',
      settled(4, { code: 'exact' }, { final: true }),
      [t('exact'), points(4)],
    ],
    [
      'of a provisional result shows that without a bet too',
      buildItem(1, 'vote', { 11: null }, { ended: true, final: false }),
      [t('provisional')],
    ],
    ['without a bet is otherwise empty', buildItem(1, 'vote', { 11: null }, { ended: true }), []],
  ])('%s', (_, item, lines) => {
    const { outline } = renderView(<MyOutcome item={item} />);
    expect(outline()).toEqual(lines);
  });
});

describe('a void item', () => {
  const isVoid = (reason: Partial<Reason> | null) =>
    buildItem(
      1,
      'home/away',
      { 11: 2, 12: 1 },
      {
        started: true,
        status: 'void',
        pts: 0,
        ptsDetails: {
          bets_allow: 1,
          votesForPoint: 100,
          reason: reason && { code: 'void', bet: [], result: [], ...reason },
        },
      },
    );
  test.each([
    ['before its result', isVoid(null), [t('reason.void')]],
    ['after its result', isVoid({ was: 4 }), [t('reason.void'), t('reasonWas', { was: 4, now: 0 })]],
  ])('%s shows that once', async (_, item, lines) => {
    const { bet } = buildBet({ 11: 2, 12: 1 });
    const { outline } = await renderScreen(
      <>
        <OutcomeReason item={item} />
        <StatusText item={item} post={null} bet={bet} />
      </>,
    );
    expect(outline().toSorted()).toEqual(lines.toSorted());
  });
});

test.each([
  [
    'a closed league says so, instead of a whistle that was never blown',
    { 11: 2, 12: 1 },
    false,
    'archivedTitle',
  ],
  ['a closed league says so without a pick too', {}, false, 'archivedTitle'],
  ['an open league says that its date has passed', { 11: 2, 12: 1 }, true, 'closedLastPick'],
] as const)('an item of %s', async (_, picks, active, key) => {
  const league = buildLeague(5, 'חמישי', { active, is_member: true });
  const item = buildItem(1, 'home/away', { 11: null, 12: null }, { readonly: true });
  const { outline } = await renderScreen(
    <StatusText
      item={item}
      post={buildPost(3, { section: league.id, items_data: [item] })}
      bet={buildBet(picks, { open: false }).bet}
    />,
    { data: buildAppData({ sections: [league] }) },
  );
  expect(outline()).toEqual([t(key)]);
});

describe('the options of a vote', () => {
  const options = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [11 + at, null]));
  const shown = () => document.querySelectorAll('li').length;
  const toggle = () =>
    screen.queryByRole('button', { name: new RegExp(`^(${t('viewAll')}|${t('viewLess')})$`) });
  const few = limits.viewAllFrom - 1;

  test('are all shown where they are few', async () => {
    await renderScreen(<VotePick item={buildItem(1, 'vote', options(few))} bet={buildBet({}).bet} />);
    expect([shown(), toggle()]).toEqual([few, null]);
  });

  test('are shown in part where they are many, with the picked one, until all are requested', async () => {
    const item = buildItem(1, 'vote', options(few + 4));
    await renderScreen(<VotePick item={item} bet={buildBet({ [10 + few + 4]: 1 }).bet} />);
    expect([shown(), toggle()?.textContent, toggle()?.getAttribute('aria-expanded')]).toEqual([
      few + 1,
      t('viewAll'),
      'false',
    ]);
    fireEvent.click(toggle() ?? document.body);
    expect([shown(), toggle()?.textContent, toggle()?.getAttribute('aria-expanded')]).toEqual([
      few + 4,
      t('viewLess'),
      'true',
    ]);
  });

  test('are all shown where their voters are shown', async () => {
    const item = buildItem(1, 'vote', options(few + 4));
    await renderScreen(<VotePick item={item} bet={buildBet({}).bet} votersOf={() => []} />);
    expect(shown()).toBe(few + 4);
  });

  test.each([
    ['mine', true],
    ['saved', true],
    ['locked', true],
    ['saving', false],
    ['waiting', false],
  ] as const)('animate their mark once the pick is the member’s: %s', async (state, isDrawn) => {
    const { bet } = buildBet({ 11: 1 }, { stateOf: () => state });
    const { container } = await renderScreen(
      <VotePick item={buildItem(1, 'vote', { 11: null })} bet={bet} />,
    );
    expect([
      container.querySelectorAll('path').length,
      container.querySelectorAll('path[class*=drawn]').length,
    ]).toEqual([1, isDrawn ? 1 : 0]);
  });

  test('mark a right option and a wrong pick', async () => {
    const item = withOptions(
      buildItem(1, 'vote', { 11: null, 12: null, 13: null }, { ended: true, status: 'ended' }),
      {
        11: { result: 1 },
        12: { result: 0 },
        13: { result: 0 },
      },
    );
    const { outline } = await renderScreen(<VotePick item={item} bet={buildBet({ 12: 1 }).bet} />);
    expect(
      outline()
        .filter((line) => line.includes('button'))
        .map((line) => line.trim()),
    ).toEqual([
      `button "אפשרות 11 ${t('result')}" data-state=empty pressed=false`,
      `button "אפשרות 12 ${t('missed')}" data-state=saved pressed`,
      'button "אפשרות 13" data-state=empty pressed=false',
    ]);
  });
});

describe('a compact item', () => {
  const named = (item: Item) =>
    withOptions(
      { ...item, name: 'גמר' },
      Object.fromEntries(Object.keys(item.options).map((id) => [id, { image: `/${id}.svg` }])),
    );
  const show = async (item: Item) => {
    const { container, unmount } = await renderScreen(<CompactItem item={named(item)} />);
    const [link] = container.getElementsByTagName('a');
    const found = {
      href: link?.getAttribute('href'),
      crests: [...container.querySelectorAll('img')].map((crest) => crest.getAttribute('src')),
      scores: [...container.querySelectorAll('[role=img]')].map((score) => score.getAttribute('aria-label')),
      progress: container.querySelector('a > bdi')?.textContent,
      isMine: container.querySelector('[data-mine]') !== null,
    };
    unmount();
    return found;
  };
  const link = { href: '/item?id=1', scores: [] };
  const [home, away] = ['אפשרות 11', 'אפשרות 12'];

  test('of a match has its score between the crests, and the pick', async () => {
    const match = withOptions(buildItem(1, 'home/away', { 11: 2, 12: 0 }), {
      11: { result: 1 },
      12: { result: 0 },
    });
    expect(await show(match)).toEqual({
      href: '/item?id=1',
      crests: ['/11.svg', '/12.svg'],
      scores: [
        t('scoreSpoken', { home, homeScore: 1, away, awayScore: 0 }),
        t('scoreSpoken', { home, homeScore: 2, away, awayScore: 0 }),
      ],
      progress: undefined,
      isMine: false,
    });
    expect((await show(buildItem(1, 'home/away', { 11: 2, 12: null }))).scores).toEqual([
      t('scoreNone', { home, away }),
    ]);
  });

  test('of a vote has the crests of the picked options, or of the first three', async () => {
    expect(await show(buildItem(1, 'vote', { 11: null, 12: null, 13: null, 14: null }))).toEqual({
      ...link,
      crests: ['/11.svg', '/12.svg', '/13.svg'],
      progress: '–',
      isMine: false,
    });
    expect(await show(buildItem(1, 'vote', { 11: null, 12: null, 13: null, 14: 1 }))).toEqual({
      ...link,
      crests: ['/14.svg'],
      progress: undefined,
      isMine: false,
    });
  });

  test('of digits counts the filled ones, and of votes all that are given', async () => {
    expect(await show(buildItem(1, 'bets', { 11: 3, 12: 0, 13: null }))).toEqual({
      ...link,
      crests: ['/11.svg'],
      progress: '2/3',
      isMine: true,
    });
    const balance = buildItem(
      1,
      'balance',
      { 11: 120, 12: 30 },
      {
        ptsDetails: { bets_allow: 2, votesForPoint: 100, reason: null },
      },
    );
    expect(await show(balance)).toEqual({
      ...link,
      crests: ['/11.svg', '/12.svg'],
      progress: '150/200',
      isMine: true,
    });
  });

  test('is marked as the caller’s own from the first digit on', async () => {
    expect((await show(buildItem(1, 'bets', { 11: 3, 12: null }))).isMine).toBe(true);
    expect((await show(buildItem(1, 'bets', { 11: null, 12: null }))).isMine).toBe(false);
  });

  test('shows its outcome', async () => {
    const { outline } = await renderScreen(
      <CompactItem item={{ ...named(buildItem(1, 'vote', { 11: 1 })), result: 'faild', pts: 0 }} />,
    );
    expect(outline()[0]).toBe(`link "${t('openItem')}: גמר ${t('missed')}" href=/item?id=1`);
  });
});

describe('the members who have not bet on a game', () => {
  type Missing = { results: MissingBettor[]; count: number };
  const now = Date.parse('2026-06-11T09:00:00.000Z');
  const missing = (id: number, name: string, items: number): MissingBettor => ({
    id,
    name,
    image: null,
    items,
  });
  const [noa, dana, tom] = [missing(8, 'נועה', 1), missing(7, 'דנה', 2), missing(9, 'תום & בנו', 2)];
  const item = (id: number, date: string | null, also: Partial<Item> = {}) =>
    buildItem(id, 'vote', { [10 * id]: null }, { name: `שאלה ${id}`, date, ...also });
  const [open, dateless] = [item(1, '2026-06-11T18:30:00.000Z'), item(2, null)];
  const show = async (
    results: MissingBettor[],
    items: Item[],
    also: Partial<Post> = {},
    count = results.length,
  ) => {
    const data = buildAppData({ sections: [buildLeague(4, 'השכונה', { users: 30 })] });
    const { outline } = await renderScreen(
      <MissingBettors post={buildPost(2, { items_data: items, ...also })} />,
      {
        data: {
          ...data,
          activeParams: { ...data.activeParams, inviteUrl: 'https://hevre.example/?joinclan=' },
        },
        clockOffset: now - Date.now(),
        machines: {
          resources: {
            missingBettors: resourceOf<Missing, { post: number }>().provide({
              actors: {
                load: fromPromise<Missing | CachedAnswer<Missing>, LoadRequest<{ post: number }>>(() =>
                  Promise.resolve({ results, count }),
                ),
              },
            }),
          },
        },
      },
    );
    return outline();
  };
  /** The message of the WhatsApp link. */
  const reminderOf = (lines: readonly string[]) => {
    const [, text] = /^  link "(?:.*)" .*href=https:\/\/wa\.me\/\?text=(\S+)/.exec(lines.at(-1) ?? '') ?? [];
    return text === undefined ? null : decodeURIComponent(text);
  };
  const link = 'https://hevre.example/#/post/2';

  test('are listed without the caller, with the number of items that each lacks', async () => {
    expect((await show([noa, dana, tom], [open, dateless], {}, 12)).slice(0, -1)).toEqual([
      `region "${t('whoIsMissing')}"`,
      `  heading "${t('whoIsMissing')}" level=2`,
      `  list "${t('whoIsMissing')}"`,
      '    listitem',
      '      [נועה]',
      `      ${t('missingItems', { count: 1 })}`,
      '    listitem',
      '      [תום & בנו]',
      `      ${t('missingItems', { count: 2 })}`,
      `    listitem: ${t('andMore', { count: 9 })}`,
    ]);
  });

  test.each<[string, Item[], Partial<Post>, string]>([
    [
      'the time of the first open item to close',
      [
        item(1, '2026-06-12T18:30:00.000Z'),
        item(2, '2026-06-11T08:00:00.000Z'),
        item(3, '2026-06-11T18:30:00.000Z'),
        item(4, '2026-06-11T12:00:00.000Z', { readonly: true }),
        dateless,
      ],
      { description: 'מחזור א\nבהצלחה' },
      t('nudgeText', { names: 'נועה ותום & בנו', game: 'מחזור א', when: 'היום · 21:30', link }),
    ],
    [
      'no closing time, where there is none',
      [dateless],
      { description: '' },
      t('nudgeTextSometime', { names: 'נועה ותום & בנו', game: 'שאלה 2', link }),
    ],
  ])('are reminded in WhatsApp with %s, and with a link to the game', async (_, items, also, text) => {
    expect(reminderOf(await show([noa, dana, tom], items, also))).toBe(text);
  });

  test.each([
    ['everyone has bet', [], [open], [t('everyoneBet')]],
    ['only the caller has not bet', [dana], [open], [t('onlyMeMissing')]],
    ['nothing is open any more', [noa], [item(1, '2026-06-11T08:59:59.000Z')], []],
  ])('get no reminder where %s', async (_, results, items, lines) => {
    expect(await show(results, items)).toEqual(lines);
  });
});

describe('the members who have bet, before the start', () => {
  const league = buildLeague(4, 'השכונה', { users: 30 });
  const post = buildPost(2, { section: 4 });
  const bettor = (id: number, has_bet: boolean): Bettor => ({ id, name: `חבר ${id}`, image: null, has_bet });
  const bettors = (from: number, to: number, has_bet: boolean) =>
    Array.from({ length: to - from + 1 }, (_, at) => bettor(from + at, has_bet));
  const show = async (
    results: Bettor[] | null,
    count: number,
    bet: number,
    own = league,
    more: Partial<Item> = {},
  ) =>
    renderScreen(
      <BetsSection item={buildItem(1, 'vote', { 11: null }, { bettors: bet, ...more })} post={post} />,
      {
        data: buildAppData({ sections: [own] }),
        machines: {
          command,
          resources: {
            bettors: resourceOf<{ results: Bettor[]; count: number }, { item: number }>().provide({
              actors: {
                load: fromPromise(() =>
                  results ? Promise.resolve({ results, count }) : new Promise(() => {}),
                ),
              },
            }),
          },
        },
      },
    );
  const names = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => `      listitem: [חבר ${from + at}]`);
  const head = (bet: number) => [
    `region "${t('whoHasBet')}"`,
    `  heading "${t('whoHasBet')}" level=2`,
    `  ${t('betsCount', { count: bet })}`,
  ];
  const list = (key: 'whoHasBet' | 'notBetYet', lines: string[]) => [
    `  list "${t(key)}"`,
    ...lines.map((line) => line.slice(2)),
  ];
  const more = (count: number) => `      listitem: ${t('andMore', { count })}`;
  const hidden = `  ${t('betsHidden')}`;

  test('are listed by name, and so are the others', async () => {
    const { outline, container } = await show([...bettors(1, 2, true), ...bettors(3, 3, false)], 3, 2);
    expect(outline()).toEqual([
      ...head(2),
      ...list('whoHasBet', names(1, 2)),
      `  ${t('notBetYet')}`,
      ...list('notBetYet', names(3, 3)),
      hidden,
    ]);
    expect([...container.querySelectorAll('li')].map((face) => face.querySelectorAll('svg').length)).toEqual([
      1, 1, 0,
    ]);
  });

  test('are at most twenty names, and the number of the others', async () => {
    const { outline } = await show(bettors(1, 22, true), 22, 22);
    expect(outline()).toEqual([...head(22), ...list('whoHasBet', [...names(1, 20), more(2)]), hidden]);
  });

  test('are counted by the item where they are more than a page', async () => {
    const { outline } = await show(bettors(1, 5, true), 40, 12);
    expect(outline()).toEqual([...head(12), ...list('whoHasBet', [...names(1, 5), more(7)]), hidden]);
  });

  test('are followed by the others, counted by the total', async () => {
    const { outline } = await show([...bettors(1, 1, true), ...bettors(2, 3, false)], 10, 1);
    expect(outline()).toEqual([
      ...head(1),
      ...list('whoHasBet', names(1, 1)),
      `  ${t('notBetYet')}`,
      ...list('notBetYet', [...names(2, 3), more(7)]),
      hidden,
    ]);
  });

  test('have as many placeholders while they load, at most twenty', async () => {
    const places = async (bet: number, users: number) => {
      const { container, unmount } = await show(null, 0, bet, { ...league, users });
      const found = [...(container.querySelector('[data-skeleton]')?.children ?? [])].map((part) =>
        part.localName === 'span' ? part.textContent : part.children.length,
      );
      unmount();
      return found;
    };
    expect(await places(5, 30)).toEqual([5, t('notBetYet'), 20]);
    expect(await places(0, 3)).toEqual([t('notBetYet'), 3]);
    expect(await places(2, 10)).toEqual([2, t('notBetYet'), 8]);
    expect(await places(4, 4)).toEqual([4]);
  });

  test('of a match that was called off are not promised to be revealed', async () => {
    const { outline } = await show(bettors(1, 2, true), 2, 2, league, { status: 'void' });
    expect(outline()).toEqual([...head(2), ...list('whoHasBet', names(1, 2))]);
  });

  test('are listed for members only; others are offered to join', async () => {
    const { outline } = await show(bettors(1, 2, true), 2, 2, { ...league, is_member: false });
    expect(outline()).toEqual([...head(2), `  ${t('membersJoin')}`, `  button "${t('joinLeague')}"`, hidden]);
  });
});

type BetsRow = MemberBets & { id: number };
const betsRow = (id: number, name: string, options: MemberBets['options']): BetsRow => ({
  id,
  member: id,
  name,
  image: null,
  home_bet: null,
  away_bet: null,
  option_name: null,
  option_image: null,
  options,
  result: null,
  points: null,
});
const itemBetsOf = (...results: readonly BetsRow[]) =>
  pagedListOf<BetsRow, { item: number }>().provide({
    actors: {
      fetchPage: fromPromise<Page<BetsRow> | CachedAnswer<Page<BetsRow>>, PageRequest<{ item: number }>>(() =>
        Promise.resolve({ results, count: results.length }),
      ),
    },
  });

test.each([
  ['vote', ['מכבי']],
  // A zero is a bet on a digit.
  ['bets', ['הפועל', 'מכבי']],
] as const)(
  'a member’s bet on an item of the layout %s has the options they chose',
  async (layout, names) => {
    const item = withOptions(
      buildItem(1, layout, { 12: null, 11: null }, { status: 'started', started: true }),
      { 11: { name: 'הפועל' }, 12: { name: 'מכבי' } },
    );
    const row = betsRow(8, 'תום', [
      { id: 11, value: 0 },
      { id: 12, value: 1 },
    ]);
    await renderScreen(<MemberBetsList item={item} group={null} />, {
      machines: { lists: { itemBets: itemBetsOf(row) } },
    });
    const listed = await vi.waitFor(() => {
      const found = screen.getAllByRole('listitem').filter((line) => line.querySelector('li') === null);
      expect(found.length).toBeGreaterThan(0);
      return found;
    });
    expect(listed.map((line) => line.querySelector('bdi')?.textContent)).toEqual(names);
  },
);

test('the votes of an item that has started have the faces of those who chose each option', async () => {
  const item = withOptions(
    buildItem(1, 'vote', { 11: null, 12: null }, { status: 'started', started: true, readonly: true }),
    { 11: { name: 'הפועל', amount: 2 }, 12: { name: 'מכבי', amount: 2 } },
  );
  const rows = [
    betsRow(9, 'תום', [
      { id: 11, value: 1 },
      { id: 12, value: 0 },
    ]),
    betsRow(8, 'נועה', [
      { id: 11, value: 1 },
      { id: 12, value: 1 },
    ]),
    betsRow(5, 'איתי', [{ id: 12, value: 1 }]),
  ];
  await renderScreen(<RevealedVotes item={item} bet={buildBet({}).bet} />, {
    machines: { lists: { itemBets: itemBetsOf(...rows) } },
  });
  await expect
    .poll(() => ['תום ונועה', 'נועה ואיתי'].map((names) => document.body.textContent.includes(names)))
    .toEqual([true, true]);
});

test('the options that bring no points are named under the rules of an item', async () => {
  const item = withOptions(buildItem(1, 'bets', { 12: null, 13: null, 11: null }), {
    12: { name: 'הפועל', details: { no_points: true, actions: [] } },
    13: { name: 'מכבי' },
    11: { name: 'בית״ר', details: { no_points: true, actions: [] } },
  });
  const named = async (of: Item) => {
    const { container, unmount } = await renderScreen(<ScoringRules item={of} />);
    const line = [...container.querySelectorAll('dt')].find((it) => it.textContent === t('noPoints'));
    const names = [...(line?.nextElementSibling?.children ?? [])].map(({ textContent }) => textContent);
    unmount();
    return names;
  };
  expect(await named(item)).toEqual(['בית״ר', 'הפועל']);
  expect(await named(buildItem(1, 'bets', { 11: null }))).toEqual([]);
});

test('bets of nobody, in the whole league or in a group, are an empty list', async () => {
  type Row = MemberBets & { id: number };
  const fetchPage = fromPromise<Page<Row> | CachedAnswer<Page<Row>>, PageRequest<{ item: number }>>(() =>
    Promise.resolve({ results: [], count: 0 }),
  );
  const itemBets = pagedListOf<Row, { item: number }>().provide({ actors: { fetchPage } });
  const item = buildItem(1, 'vote', { 11: null }, { status: 'started', started: true });
  const { outline } = await renderScreen(<MemberBetsList item={item} group={null} />, {
    machines: { lists: { itemBets } },
  });
  expect(outline()).toEqual(['אף אחד לא ניחש']);
});

describe('the cells of digits that have a result', () => {
  const States = ({ item }: { item: Item }) => {
    const { stateOf } = useBet(item);
    return Object.values(item.options)
      .map(({ id }) => stateOf(id))
      .join(' ');
  };
  /** Options 11 to 14: exact, one off, two off, and exact without points. */
  const statesOf = async (rules: Item['rules']) => {
    const picks = { 11: 3, 12: 4, 13: 5, 14: 3, 15: 4 };
    const results = Object.fromEntries(Object.keys(picks).map((id) => [id, { result: 3 }]));
    const digits = withOptions(buildItem(1, 'bets', picks, { status: 'ended', ended: true, rules }), results);
    const noPoints = { details: { no_points: true, actions: [] } };
    const item = withOptions(digits, { 14: noPoints, 15: noPoints });
    const { container, unmount } = await renderScreen(<States item={item} />);
    const states = container.textContent;
    unmount();
    return states;
  };

  test('are hits where that brings points, and neither hits nor misses on an option without points', async () => {
    expect(await statesOf({})).toBe('exact hit missed locked locked');
    expect(await statesOf({ pts_close: 0 })).toBe('exact missed missed locked locked');
  });
});

test('of a balance that the crowd decides, nothing of the caller’s own stands against what another manager has closed', async () => {
  const rules = { decided_by: 'crowd' };
  const open = buildItem(
    1,
    'balance',
    { 11: 60, 12: 40 },
    { name: 'גמר', rules, status: 'started', started: true },
  );
  const closed = withOptions(
    { ...open, status: 'ended', ended: true, version: 2 },
    { 11: { result: 1 }, 12: { result: 0 } },
  );
  const actor = createActor(
    resultEntry.provide({
      actors: {
        setResults: fromPromise<Item, { item: number; value: ResultValue; version: number }>(() =>
          Promise.reject(new FailureError({ kind: 'conflict', current: closed })),
        ),
        loadDraft: fromPromise<ResultDraft | null, { item: number }>(() => Promise.resolve(null)),
        draftStore: fromCallback(() => undefined),
      },
    }),
    { input: { item: open } },
  ).start();
  await waitFor(actor, (snapshot) => snapshot.matches('idle'));
  actor.send({ type: 'result.open' });
  actor.send({ type: 'result.submit' });
  await waitFor(actor, (snapshot) => snapshot.matches('conflicted'));
  await renderScreen(<ResultSheet actor={actor} onClose={() => {}} />, {
    machines: { backStack: createActor(backStack, { input: { entries: 0, onLayer: false } }) },
  });
  const sheet = await screen.findByRole('dialog', {}, { timeout: 10_000 });
  expect(outlineOf(sheet).map((line) => line.trim())).toEqual([
    `button "${t('close')}" focused`,
    `heading "${t('InsertItemResults')}" level=2`,
    '[גמר]',
    `alert: ${t('resultConflict')}`,
    '[אפשרות 11]',
    `button "${t('resultKeep')}"`,
  ]);
});

test('the first step that is offered is the start while picks are accepted, and then the result', async () => {
  const open = buildItem(1, 'home/away', { 11: null, 12: null }, { date: '2026-06-20T18:00:00Z' });
  const toldOf = (state: 'postponed' | 'cancelled'): Item => {
    const source = { name: 'א', state, held: false, score: null, extraTime: null, penalties: null };
    return { ...open, date: null, details: { ...open.details, source } };
  };
  const next = async (item: Item, now: string) => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
    const { unmount } = await renderScreen(
      <ManageItem item={item} post={buildPost(2, { items_data: [item] })} onChanged={() => {}}>
        {null}
      </ManageItem>,
      { machines: { resultEntry, command } },
    );
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
    unmount();
    return names[0];
  };
  expect(await next(open, '2026-06-20T17:59:00Z')).toBe(t('start'));
  expect(await next(open, '2026-06-20T18:00:00Z')).toBe(t('enterResults'));
  // A match that its source has postponed or cancelled accepts no picks, whatever its date, nor after that.
  expect(await next({ ...open, closed: true }, '2026-06-20T17:00:00Z')).toBe(t('enterResults'));
  expect(await next(toldOf('postponed'), '2026-06-20T17:00:00Z')).toBe(t('enterResults'));
  expect(await next(toldOf('cancelled'), '2026-06-20T17:00:00Z')).toBe(t('enterResults'));
});

test('a step that succeeds is reported to the page, and closes the menu', async () => {
  const open = buildItem(1, 'home/away', { 11: null, 12: null }, { date: '2026-06-20T18:00:00Z' });
  const post = buildPost(2, { items_data: [open] });
  const setResults = fromPromise<Item, { item: number; value: ResultValue; version: number }>(({ input }) =>
    Promise.resolve({ ...open, id: input.item, status: 'started', started: true }),
  );
  const onChanged = vi.fn<() => void>();
  await renderScreen(
    <ManageItem item={open} post={post} onChanged={onChanged}>
      {null}
    </ManageItem>,
    {
      clockOffset: Date.parse('2026-06-20T17:59:00Z') - Date.now(),
      machines: {
        command,
        resultEntry: resultEntry.provide({
          actors: {
            setResults,
            loadDraft: fromPromise<ResultDraft | null, { item: number }>(() => Promise.resolve(null)),
            draftStore: fromCallback(() => undefined),
          },
        }),
        backStack: createActor(backStack, { input: { entries: 0, onLayer: false } }),
      },
    },
  );
  const menu = () => screen.getByRole('button', { name: t('manageItem') });
  fireEvent.click(menu());
  fireEvent.click(await vi.waitFor(() => screen.getByRole('menuitem', { name: t('start') }), 10_000));
  expect([onChanged.mock.calls.length, menu().getAttribute('aria-expanded')]).toEqual([0, 'true']);
  const [confirm] = screen.getAllByRole('button', { name: t('start') }).slice(-1);
  fireEvent.click(confirm ?? document.body);
  await vi.waitFor(() => expect(onChanged.mock.calls).toEqual([[]]));
  expect(menu().getAttribute('aria-expanded')).toBe('false');
});

test('words that were changed have the direction of their own, before and after', async () => {
  const step = { id: 4, kind: 'edited', at: '2026-06-20T18:00:00Z', by: null, version: 2 } as const;
  const { container } = await renderScreen(
    <ItemTimeline item={buildItem(1, 'vote', { 11: null })} steps={[{ ...step, from: 'Who?', to: 'מי?' }]} />,
  );
  const words = [...container.querySelectorAll<HTMLElement>('[dir]')];
  expect(words.map(({ dir, textContent }) => [dir, textContent])).toEqual([
    ['auto', 'Who?'],
    ['auto', 'מי?'],
  ]);
});

describe('the age of shown data', () => {
  const minute = 60_000;
  const age = async (minutes: number, clockOffset = 0) => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-06-20T18:00:00Z'));
    const { outline, unmount } = await renderScreen(
      <StaleNote cachedAt={Date.now() - minutes * minute} busy={false} />,
      { clockOffset },
    );
    const lines = outline();
    unmount();
    return lines;
  };

  test.each([
    [-5, t('stale.minutes', { count: 0 })],
    [2.9, t('stale.minutes', { count: 2 })],
    [59, t('stale.minutes', { count: 59 })],
    [60, t('stale.hours', { count: 1 })],
    [179, t('stale.hours', { count: 2 })],
    [1439, t('stale.hours', { count: 23 })],
    [1440, t('stale.date', { date: '19.6.26' })],
  ])('is shown after %d minutes', async (minutes, text) => {
    expect(await age(minutes)).toEqual([`status: ${text}`]);
  });

  test('is by the device’s own clock, even if that is wrong', async () => {
    expect(await age(30, 600 * minute)).toEqual([`status: ${t('stale.minutes', { count: 30 })}`]);
  });

  test('is not shown for fresh data, nor while data is reloaded', async () => {
    const { outline } = await renderScreen(
      <>
        <StaleNote cachedAt={null} busy={false} />
        <StaleNote cachedAt={0} busy />
      </>,
    );
    expect(outline()).toEqual([]);
  });
});

test('the result of a vote has the options that are right checked, and no other', async () => {
  const item = buildItem(1, 'vote', { 13: null, 11: null, 12: null });
  const actor = createActor(createMachine({ context: { item, typed: { 12: 1, 13: null } } })).start();
  const { outline } = await renderScreen(<ResultForm actor={actor as never} />);
  expect(outline().filter((line) => line.includes('checkbox'))).toEqual([
    '  checkbox "אפשרות 11"',
    '  checkbox "אפשרות 12" checked',
    '  checkbox "אפשרות 13"',
  ]);
});

describe('the results of a game', () => {
  const match = (id: number, also: Partial<Item> = {}) =>
    buildItem(id, 'home/away', { [10 * id + 1]: null, [10 * id + 2]: null }, { name: `משחק ${id}`, ...also });
  const over = { status: 'ended', ended: true } as const;
  const started = { status: 'started', started: true } as const;

  test('are entered together for its matches; other items without one are listed', async () => {
    const items = [
      buildItem(6, 'vote', { 61: null }, { name: 'מלך השערים', ...started }),
      match(2, started),
      buildItem(5, 'vote', { 51: null }, { name: 'אלופה', ...over }),
      buildItem(4, 'bets', { 41: null }, { name: 'כמה שערים', ...started }),
      match(3, over),
    ];
    const machine = roundResults;
    const loaded = Object.assign(Promise.resolve(machine), { status: 'fulfilled', value: machine });
    await renderScreen(<RoundResults post={2} onClose={() => {}} />, {
      machines: {
        roundResults: () => loaded,
        resources: {
          post: resourceOf<Post, { id: number }>().provide({
            actors: {
              load: fromPromise<Post | CachedAnswer<Post>, LoadRequest<{ id: number }>>(() =>
                Promise.resolve(buildPost(2, { items_data: items, is_staff: true })),
              ),
            },
          }),
        },
        backStack: createActor(backStack, { input: { entries: 0, onLayer: false } }),
      },
      children: { toasts: createMachine({}) },
    });
    const sheet = await screen.findByRole('dialog', {}, { timeout: 10_000 });
    await expect
      .poll(() =>
        outlineOf(sheet)
          .map((line) => line.trim())
          // Without the keys of the pad.
          .filter((line) => /^(heading|group)|^button "\D{3}/.test(line)),
      )
      .toEqual([
        `button "${t('close')}"`,
        `heading "${t('InsertItemResults')}" level=2`,
        'group "משחק 2"',
        `button "${t('goalsOfNone', { name: 'אפשרות 21' })}" data-active data-empty expanded focused`,
        `button "${t('goalsOfNone', { name: 'אפשרות 22' })}" data-empty expanded=false`,
        `heading "${t('alsoInGame')}" level=3`,
        'button "מלך השערים"',
        'button "כמה שערים"',
        `button "${t('padClear')}" disabled`,
        `button "${t('resultSave')}" disabled`,
      ]);
  });

  test('are of the match alone, where no other waits for one', async () => {
    const Address = () => <output>{useSheet().name}</output>;
    const show = async (...items: [Item, ...Item[]]) => {
      const { unmount } = await renderScreen(
        <>
          <Address />
          <ManageItem item={items[0]} post={buildPost(2, { items_data: items })} onChanged={() => {}}>
            {null}
          </ManageItem>
        </>,
        {
          machines: {
            command,
            resultEntry: resultEntry.provide({
              actors: {
                loadDraft: fromPromise<ResultDraft | null, { item: number }>(() => Promise.resolve(null)),
                draftStore: fromCallback(() => undefined),
              },
            }),
            backStack: createActor(backStack, { input: { entries: 0, onLayer: false } }),
          },
        },
      );
      fireEvent.click(screen.getByRole('button', { name: t('enterResults') }));
      return unmount;
    };
    const opened = () => [
      screen.getByRole('status').textContent,
      screen.queryByRole('dialog', { name: t('InsertItemResults') }) !== null,
    ];
    const vote = buildItem(6, 'vote', { 61: null }, started);
    const unmount = await show(match(2, started), match(3, over), vote);
    await expect.poll(opened).toEqual(['', true]);
    unmount();
    await show(match(2, started), match(3, started), vote);
    await expect.poll(opened).toEqual(['results', false]);
  });
});

test('the cells that follow one another are the visible ones of a pane, in their order on the page', async () => {
  type Pad = ReturnType<typeof useDigitPad>;
  const pads: Pad[] = [];
  const Probe = () => {
    pads.push(useDigitPad());
    return (
      <>
        <i id="a1" />
        <i id="b2" />
        <i id="hidden" hidden />
        <div data-pane>
          <i id="in-pane" />
        </div>
        <i id="c3" />
      </>
    );
  };
  const { container } = await renderScreen(
    <DigitPadProvider>
      <Probe />
    </DigitPadProvider>,
  );
  const [pad] = pads;
  const context = { item: buildItem(1, 'home/away', { 11: null, 12: null }), pendingValues: {} };
  const bet = createActor(createMachine({ context })).start() as never;
  for (const id of ['c3', 'in-pane', 'a1', 'hidden', 'b2']) {
    const element = container.querySelector<HTMLElement>(`#${id}`) ?? document.body;
    // Nothing is laid out: what is not hidden is visible.
    Object.assign(element, { checkVisibility: () => !element.hidden });
    pad?.register(element, { id, name: id, item: 1, option: 11, column: 0, bet });
  }
  const cells = (near: string) => pad?.visibleCells(container.querySelector(`#${near}`)).map(({ id }) => id);
  expect(cells('b2')).toEqual(['a1', 'b2', 'c3']);
  expect(cells('in-pane')).toEqual(['in-pane']);
});

test('a score of which one side is still open is no closed pick', async () => {
  const match = buildItem(1, 'home/away', { 11: null, 12: null });
  const shown = async (states: Readonly<Record<number, 'locked' | 'empty'>>) => {
    const context = { item: match, pendingValues: {} };
    const actor = createActor(createMachine({ context })).start() as never;
    const bet = { ...buildBet({}).bet, actor, stateOf: (option: number) => states[option] ?? 'empty' };
    const { outline, unmount } = await renderScreen(
      <DigitPadProvider>
        <MyPick item={match} bet={bet} />
      </DigitPadProvider>,
    );
    const [first] = outline();
    unmount();
    return first;
  };
  expect(await shown({ 11: 'locked', 12: 'locked' })).toBe(t('notPicked'));
  expect(await shown({ 11: 'locked', 12: 'empty' })).toBe(t('myPick'));
});

test('the page of an item has the other items of its game, once both are complete', async () => {
  const never = fromPromise(() => new Promise(() => {})) as never;
  const resource = resourceOf<never, never>().provide({ actors: { load: never } }) as never;
  const items = [
    buildItem(3, 'vote', { 31: null }, { name: 'מלך השערים' }),
    buildItem(1, 'vote', { 11: null }, { name: 'אלופה' }),
    buildItem(2, 'vote', { 21: null }, { name: 'הפתעה' }),
  ];
  const [, item] = items;
  const others = async (isWhole: boolean) => {
    const { unmount } = await renderScreen(
      <DigitPadProvider>
        {item && (
          <ItemView
            item={item}
            isWhole={isWhole}
            post={buildPost(2, { items_data: items, is_staff: false })}
            onChanged={() => {}}
          />
        )}
      </DigitPadProvider>,
      {
        machines: {
          command,
          activeGroup,
          resources: { bettors: resource },
        },
        children: { toasts: createMachine({}) },
      },
    );
    const nav = screen.queryByRole('navigation', { name: t('alsoInGame') });
    const links = [...(nav?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'));
    unmount();
    return links;
  };
  expect(await others(true)).toEqual(['/item?id=3', '/item?id=2']);
  expect(await others(false)).toEqual([]);
});
