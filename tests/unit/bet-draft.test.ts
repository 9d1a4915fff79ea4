import { describe, expect, test } from 'vitest';
import type { Bet } from '#contract/models.ts';
import {
  afterOvertaken,
  afterRefetch,
  afterSave,
  afterStored,
  afterSync,
  isOpen,
  isReopened,
  startDraft,
} from '#domain/bet/bet-draft.ts';
import {
  changesToSave,
  optionsInOrder,
  itemAfterSave,
  shownValues,
  stillPending,
  pendingAfterPick,
} from '#domain/bet/pending-values.ts';
import { buildItem, buildItemOption } from '#tests/support/builders.ts';

const blank = buildItem(5, 'home/away', { 11: null, 12: null });
const drawn = buildItem(5, 'home/away', { 11: 1, 12: 1 });
const vote = buildItem(5, 'vote', { 11: 1, 12: null, 13: null });
const two = { bets_allow: 2, votesForPoint: 100, reason: null };
const votes = buildItem(5, 'vote', { 11: 1, 12: null, 13: null }, { ptsDetails: two });
const balance = buildItem(5, 'balance', { 11: 60, 12: 40 });
const digits = buildItem(5, 'bets', { 11: 3, 12: null });
const bet = (itemOption: number, value: number): Bet => ({
  id: 700 + itemOption,
  created: '2026-06-01T10:00:00.000Z',
  updated: '2026-06-01T10:00:00.000Z',
  itemOption,
  item: 5,
  post: 2,
  value,
  version: 1,
});

test('options are in the item’s order, home before away: that of their ids, and not of their teams’', () => {
  const orderOf = (layout: 'home/away' | 'bets', teams: Record<number, number>) => {
    const options = Object.entries(teams).map(([id, option]) => buildItemOption(5, Number(id), { option }));
    const byId = Object.fromEntries(options.map((option) => [option.id, option]));
    return optionsInOrder(buildItem(5, layout, {}, { options: byId })).map(({ id, option }) => [id, option]);
  };
  expect(orderOf('home/away', { 12: 7, 9: 8 })).toEqual([
    [9, 8],
    [12, 7],
  ]);
  expect(orderOf('bets', { 21: 5, 3: 9, 100: 4 })).toEqual([
    [3, 9],
    [21, 5],
    [100, 4],
  ]);
});

describe('the shown values', () => {
  test('are the saved ones, with the pending ones in their place', () => {
    expect(shownValues(drawn, {})).toEqual({ 11: 1, 12: 1 });
    expect(shownValues(drawn, { 11: 0 })).toEqual({ 11: 0, 12: 1 });
    expect(shownValues(drawn, { 11: null })).toEqual({ 12: 1 });
    expect(shownValues(blank, { 12: 4 })).toEqual({ 12: 4 });
  });

  test('are only the pending vote where one is allowed, whatever another device saved', () => {
    expect(shownValues(vote, { 12: 1 })).toEqual({ 12: 1 });
    expect(shownValues(vote, { 11: null })).toEqual({});
    expect(shownValues(votes, { 12: 1 })).toEqual({ 11: 1, 12: 1 });
  });
});

describe('pending values', () => {
  test('are only those of the item’s options that differ from the saved ones', () => {
    expect(stillPending(digits, { 11: 3, 12: 2, 99: 3 })).toEqual({ 12: 2 });
    expect(stillPending(blank, { 11: null, 12: 0 })).toEqual({ 12: 0 });
  });

  test('have both sides of a saved score, or none', () => {
    expect(stillPending(drawn, { 11: 1, 12: 2 })).toEqual({ 11: 1, 12: 2 });
    expect(stillPending(drawn, { 11: 1, 12: 1 })).toEqual({});
    expect(stillPending(drawn, { 11: 1, 12: null })).toEqual({ 11: 1, 12: null });
    expect(stillPending(blank, { 11: 1, 12: null })).toEqual({ 11: 1 });
  });

  test('drop half of a score that another device saved whole', () => {
    expect(stillPending(blank, { 11: 2 })).toEqual({ 11: 2 });
    expect(stillPending(drawn, { 11: 2 })).toEqual({});
  });

  test('keep half of a score beside the other half that another device saved', () => {
    const half = buildItem(5, 'home/away', { 11: 1, 12: null });
    expect(stillPending(half, { 12: 2 })).toEqual({ 12: 2 });
  });

  test('include values whose save is unconfirmed', () => {
    expect(stillPending(drawn, { 11: 1, 12: 1 }, [11, 12])).toEqual({ 11: 1, 12: 1 });
    expect(stillPending(digits, { 11: 3, 12: null }, [12])).toEqual({ 12: null });
  });
});

describe('a tap', () => {
  test('sets a digit, 0 included', () => {
    expect(pendingAfterPick(blank, { 11: 2 }, 12, 0)).toEqual({ 11: 2, 12: 0 });
    expect(pendingAfterPick(digits, {}, 11, 0)).toEqual({ 11: 0 });
  });

  test('that restores the saved value leaves nothing pending', () => {
    expect(pendingAfterPick(drawn, { 11: 2, 12: 1 }, 11, 1)).toEqual({});
    expect(pendingAfterPick(digits, { 11: 4 }, 11, 3)).toEqual({});
  });

  test('that restores the saved value keeps it pending while a save of another value is unconfirmed', () => {
    expect(pendingAfterPick(drawn, { 11: 2, 12: 1 }, 11, 1, [11, 12])).toEqual({ 11: 1, 12: 1 });
    expect(pendingAfterPick(vote, { 11: null, 12: 1 }, 11, 1, [11, 12])).toEqual({ 11: 1, 12: null });
  });

  test('on one side of a saved score makes the other side pending too, with its shown value', () => {
    expect(pendingAfterPick(drawn, {}, 11, 2)).toEqual({ 11: 2, 12: 1 });
  });

  test('clears a value', () => {
    expect(pendingAfterPick(drawn, {}, 11, null)).toEqual({ 11: null, 12: 1 });
    expect(pendingAfterPick(digits, {}, 11, null)).toEqual({ 11: null });
    expect(pendingAfterPick(blank, { 11: 2 }, 11, null)).toEqual({});
  });

  test('moves a single vote', () => {
    expect(pendingAfterPick(vote, {}, 12, 1)).toEqual({ 11: null, 12: 1 });
    expect(pendingAfterPick(vote, { 11: null, 12: 1 }, 13, 1)).toEqual({ 11: null, 13: 1 });
    expect(pendingAfterPick(vote, { 11: null, 12: 1 }, 11, 1)).toEqual({});
  });

  test('adds a vote where more are allowed', () => {
    expect(pendingAfterPick(votes, {}, 12, 1)).toEqual({ 12: 1 });
  });

  test('with 0 clears a vote or an amount', () => {
    expect(pendingAfterPick(vote, {}, 11, 0)).toEqual({ 11: null });
    expect(pendingAfterPick(balance, {}, 12, 0)).toEqual({ 12: null });
  });
});

describe('a save sends', () => {
  test('both sides of a score together', () => {
    expect(changesToSave(blank, { 11: 2, 12: 1 })).toEqual({
      set: [
        { itemOption: 11, value: 2 },
        { itemOption: 12, value: 1 },
      ],
      clear: [],
    });
    expect(changesToSave(drawn, { 12: 0 })).toEqual({
      set: [
        { itemOption: 11, value: 1 },
        { itemOption: 12, value: 0 },
      ],
      clear: [],
    });
  });

  test('nothing for half a score, and deletes both bets of a saved one', () => {
    expect(changesToSave(blank, { 11: 2 })).toBeNull();
    expect(changesToSave(drawn, { 11: null })).toEqual({ set: [], clear: [911, 912] });
  });

  test('nothing where no value differs', () => {
    expect(changesToSave(drawn, {})).toBeNull();
    expect(changesToSave(blank, {})).toBeNull();
  });

  test('an unconfirmed value again, though it equals the saved one', () => {
    expect(changesToSave(digits, { 11: 3 }, [11])).toEqual({
      set: [{ itemOption: 11, value: 3 }],
      clear: [],
    });
    expect(changesToSave(vote, { 12: null }, [12])).toEqual({
      set: [{ itemOption: 12, value: 0 }],
      clear: [],
    });
    expect(changesToSave(digits, {}, [11])).toBeNull();
  });

  test('each digit separately', () => {
    expect(changesToSave(digits, { 11: null, 12: 5 })).toEqual({
      set: [{ itemOption: 12, value: 5 }],
      clear: [911],
    });
  });

  test('only the new vote where one is allowed, as it replaces the old one', () => {
    expect(changesToSave(vote, { 11: null, 12: 1 })).toEqual({
      set: [{ itemOption: 12, value: 1 }],
      clear: [],
    });
  });

  test('a cleared vote as 0', () => {
    expect(changesToSave(vote, { 11: null })).toEqual({ set: [{ itemOption: 11, value: 0 }], clear: [] });
    expect(changesToSave(votes, { 11: null, 12: 1 })).toEqual({
      set: [
        { itemOption: 11, value: 0 },
        { itemOption: 12, value: 1 },
      ],
      clear: [],
    });
  });

  test('all amounts together, since their sum is limited', () => {
    expect(changesToSave(balance, { 11: 70, 12: 30 })).toEqual({
      set: [
        { itemOption: 11, value: 70 },
        { itemOption: 12, value: 30 },
      ],
      clear: [],
    });
  });
});

describe('the item after a save', () => {
  const mine = (item: ReturnType<typeof buildItem>) =>
    optionsInOrder(item).map(({ id, value, bet: own }) => [id, value, own]);

  test('has the values, and the bets that the server created', () => {
    const sent = changesToSave(blank, { 11: 2, 12: 1 });
    expect(mine(itemAfterSave(blank, sent ?? { set: [], clear: [] }, [bet(11, 2), bet(12, 1)]))).toEqual([
      [11, 2, 711],
      [12, 1, 712],
    ]);
  });

  test('keeps the id of a bet that is missing from the answer', () => {
    expect(mine(itemAfterSave(drawn, { set: [{ itemOption: 11, value: 3 }], clear: [] }, []))).toEqual([
      [11, 3, 911],
      [12, 1, 912],
    ]);
  });

  test('has no cleared values', () => {
    expect(mine(itemAfterSave(drawn, { set: [], clear: [911, 912] }, []))).toEqual([
      [11, null, null],
      [12, null, null],
    ]);
    expect(mine(itemAfterSave(balance, { set: [{ itemOption: 12, value: 0 }], clear: [] }, []))).toEqual([
      [11, 60, 911],
      [12, null, null],
    ]);
  });

  test('keeps 0 as the value of a digit', () => {
    expect(
      mine(itemAfterSave(digits, { set: [{ itemOption: 11, value: 0 }], clear: [] }, [bet(11, 0)])),
    ).toEqual([
      [11, 0, 711],
      [12, null, null],
    ]);
  });

  test('has one vote where one is allowed, and both where two are', () => {
    const moved = { set: [{ itemOption: 12, value: 1 }], clear: [] };
    expect(mine(itemAfterSave(vote, moved, [bet(12, 1)]))).toEqual([
      [11, null, null],
      [12, 1, 712],
      [13, null, null],
    ]);
    expect(mine(itemAfterSave(votes, moved, [bet(12, 1)]))).toEqual([
      [11, 1, 911],
      [12, 1, 712],
      [13, null, null],
    ]);
  });
});

test.each([
  ['is not over a millisecond before', 1, false],
  ['is over at its very moment', 0, true],
  ['is over afterwards', -1, true],
] as const)('the time for picks %s', (_, remaining, deadlinePassed) => {
  const date = '2026-06-11T19:00:00.000Z';
  const item = { ...blank, date };
  expect(startDraft({ item, serverNow: Date.parse(date) - remaining, pendingValues: {} })).toMatchObject({
    remaining,
    deadlinePassed,
  });
});

describe('a draft', () => {
  const now = Date.parse('2026-06-11T18:00:00.000Z');
  const closing = (seconds: number) => new Date(now + 1000 * seconds).toISOString();
  const draftOf = (item = blank, pendingValues: Record<number, number | null> = {}) =>
    startDraft({ item, serverNow: now, pendingValues });
  const state = { inFlight: null, unconfirmed: [], savedHere: false, needsRefetch: false };

  test('starts with the stored values that are not saved yet, and the time that is left', () => {
    const dated = { ...drawn, date: closing(60) };
    expect([draftOf(drawn), draftOf(dated, { 11: 1, 12: 2 })]).toEqual([
      { ...state, item: drawn, remaining: null, deadlinePassed: false, pendingValues: {} },
      { ...state, item: dated, remaining: 60_000, deadlinePassed: false, pendingValues: { 11: 1, 12: 2 } },
    ]);
  });

  test('is open until its date has come or its item is closed, and reopens with a later date', () => {
    const items = [
      blank,
      { ...blank, date: closing(1) },
      { ...blank, date: closing(0) },
      { ...blank, readonly: true },
      { ...blank, date: closing(0), readonly: true },
    ];
    const open = [true, true, false, false, false];
    expect(items.map((item) => isOpen(draftOf(item)))).toEqual(open);
    expect(items.map((item) => isReopened({ item, serverNow: now }))).toEqual(open);
  });

  test('keeps what it has saved where a sync is older, and fetches the item again', () => {
    const saved = afterSave(
      {
        ...draftOf(blank, { 11: 2, 12: 1 }),
        inFlight: {
          set: [
            { itemOption: 11, value: 2 },
            { itemOption: 12, value: 1 },
          ],
          clear: [],
        },
      },
      { bets: [bet(12, 1), bet(11, 2)], version: 3 },
    );
    const draft = { ...draftOf(), ...saved, unconfirmed: [12] };
    const sync = (item = blank, of = draft) => afterSync(of, { item, serverNow: now });
    expect(sync()).toEqual({
      item: draft.item,
      remaining: null,
      deadlinePassed: false,
      pendingValues: {},
      needsRefetch: true,
    });
    expect([draft.item.bet_version, sync(buildItem(5, 'home/away', { 11: 2, 12: 4 })).needsRefetch]).toEqual([
      3,
      true,
    ]);
    // The same values: nothing to fetch; a closed item is the server's last word, also while one was to be fetched.
    const same = { ...draft.item, name: 'שם חדש' };
    const closed = { ...blank, readonly: true };
    const rest = { remaining: null, deadlinePassed: false, pendingValues: {}, needsRefetch: false };
    expect(sync(same)).toEqual({ ...rest, item: same, unconfirmed: [12] });
    expect(sync(same, { ...draft, needsRefetch: true })).toEqual({
      ...rest,
      item: same,
      unconfirmed: [12],
      needsRefetch: true,
    });
    expect(sync(closed, { ...draft, needsRefetch: true })).toEqual({
      ...rest,
      item: closed,
      unconfirmed: [],
    });
    expect(sync(closed, { ...draft, inFlight: { set: [], clear: [712] } })).toEqual({
      ...rest,
      item: closed,
      unconfirmed: [12],
    });
    // Another device's pick, before this one has saved.
    expect(sync(drawn, { ...draft, savedHere: false })).toEqual({ ...rest, item: drawn, unconfirmed: [12] });
  });

  test('has saved, of a version that it has to fetch where the answer had none', () => {
    const pending = draftOf(drawn, { 11: 2, 12: 1 });
    const after = { inFlight: null, unconfirmed: [], savedHere: true };
    const unknown = { ...drawn, bet_version: undefined };
    expect(afterSave(pending, { bets: [], version: undefined })).toEqual({
      ...after,
      item: unknown,
      needsRefetch: true,
      pendingValues: { 11: 2, 12: 1 },
    });
    const needsRefetch = (earlier: boolean) =>
      afterSave({ ...pending, needsRefetch: earlier }, { bets: [], version: 4 }).needsRefetch;
    expect([needsRefetch(false), needsRefetch(true)]).toEqual([false, true]);
    expect(afterOvertaken({ ...pending, needsRefetch: true }, blank)).toEqual({
      ...after,
      item: blank,
      needsRefetch: false,
      pendingValues: { 11: 2, 12: 1 },
    });
  });
});

describe('what was stored or fetched elsewhere', () => {
  const sending = {
    ...startDraft({ item: blank, serverNow: 0, pendingValues: { 11: 2, 12: 1 } }),
    inFlight: { set: [{ itemOption: 11, value: 2 }], clear: [] },
    unconfirmed: [11, 12],
    needsRefetch: true,
  };

  test('confirms the values that the server has, where the item was fetched again', () => {
    const saved = buildItem(5, 'home/away', { 11: 2, 12: 1 });
    expect(afterRefetch(sending, saved)).toEqual({
      item: saved,
      unconfirmed: [],
      needsRefetch: false,
      pendingValues: {},
    });
    expect(afterRefetch(sending, drawn)).toEqual({
      item: drawn,
      unconfirmed: [],
      needsRefetch: false,
      pendingValues: { 11: 2, 12: 1 },
    });
  });

  test('replaces the values of this tab, which waits for no answer any more', () => {
    expect(afterStored(sending, { 11: 3, 12: 0 })).toEqual({
      pendingValues: { 11: 3, 12: 0 },
      inFlight: null,
    });
    expect(afterStored(sending, {})).toEqual({
      pendingValues: {},
      inFlight: null,
      unconfirmed: [],
      needsRefetch: true,
    });
  });
});
