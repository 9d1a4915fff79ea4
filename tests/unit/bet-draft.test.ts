import { describe, expect, test } from 'vitest';
import type { Bet } from '#contract/models.ts';
import {
  changesToSave,
  optionsInOrder,
  itemAfterSave,
  shownValues,
  stillPending,
  pendingAfterPick,
} from '#domain/bet/pending-values.ts';
import { buildItem } from '#tests/support/builders.ts';

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
});

test('options stand in the item’s order, home before away', () => {
  expect(optionsInOrder(buildItem(5, 'bets', { 21: 1, 3: 2, 100: 3 })).map(({ id }) => id)).toEqual([
    3, 21, 100,
  ]);
});

describe('what is shown', () => {
  test('is the saved, with the wanted over it', () => {
    expect(shownValues(drawn, {})).toEqual({ 11: 1, 12: 1 });
    expect(shownValues(drawn, { 11: 0 })).toEqual({ 11: 0, 12: 1 });
    expect(shownValues(drawn, { 11: null })).toEqual({ 12: 1 });
    expect(shownValues(blank, { 12: 4 })).toEqual({ 12: 4 });
  });

  test('is a wanted single vote alone, whatever another device chose', () => {
    expect(shownValues(vote, { 12: 1 })).toEqual({ 12: 1 });
    expect(shownValues(vote, { 11: null })).toEqual({});
    expect(shownValues(votes, { 12: 1 })).toEqual({ 11: 1, 12: 1 });
  });
});

describe('still wanted is', () => {
  test('only what the item knows and has otherwise', () => {
    expect(stillPending(digits, { 11: 3, 12: 2, 99: 3 })).toEqual({ 12: 2 });
    expect(stillPending(blank, { 11: null, 12: 0 })).toEqual({ 12: 0 });
  });

  test('a score with both its sides, or nothing of it', () => {
    expect(stillPending(drawn, { 11: 1, 12: 2 })).toEqual({ 11: 1, 12: 2 });
    expect(stillPending(drawn, { 11: 1, 12: 1 })).toEqual({});
    expect(stillPending(drawn, { 11: 1, 12: null })).toEqual({ 11: 1, 12: null });
    expect(stillPending(blank, { 11: 1, 12: null })).toEqual({ 11: 1 });
  });

  test('no half of a score that was saved whole elsewhere', () => {
    expect(stillPending(blank, { 11: 2 })).toEqual({ 11: 2 });
    expect(stillPending(drawn, { 11: 2 })).toEqual({});
  });

  test('what may or may not have been saved', () => {
    expect(stillPending(drawn, { 11: 1, 12: 1 }, [11, 12])).toEqual({ 11: 1, 12: 1 });
    expect(stillPending(digits, { 11: 3, 12: null }, [12])).toEqual({ 12: null });
  });
});

describe('a tap', () => {
  test('puts a digit, nought included', () => {
    expect(pendingAfterPick(blank, { 11: 2 }, 12, 0)).toEqual({ 11: 2, 12: 0 });
    expect(pendingAfterPick(digits, {}, 11, 0)).toEqual({ 11: 0 });
  });

  test('puts back what is saved: nothing is wanted', () => {
    expect(pendingAfterPick(drawn, { 11: 2, 12: 1 }, 11, 1)).toEqual({});
    expect(pendingAfterPick(digits, { 11: 4 }, 11, 3)).toEqual({});
  });

  test('puts back what is saved, and that is wanted while another value may be on its way', () => {
    expect(pendingAfterPick(drawn, { 11: 2, 12: 1 }, 11, 1, [11, 12])).toEqual({ 11: 1, 12: 1 });
    expect(pendingAfterPick(vote, { 11: null, 12: 1 }, 11, 1, [11, 12])).toEqual({ 11: 1, 12: null });
  });

  test('on one side of a saved score wants the other side too, as it is seen', () => {
    expect(pendingAfterPick(drawn, {}, 11, 2)).toEqual({ 11: 2, 12: 1 });
  });

  test('takes back', () => {
    expect(pendingAfterPick(drawn, {}, 11, null)).toEqual({ 11: null, 12: 1 });
    expect(pendingAfterPick(digits, {}, 11, null)).toEqual({ 11: null });
    expect(pendingAfterPick(blank, { 11: 2 }, 11, null)).toEqual({});
  });

  test('moves a single vote', () => {
    expect(pendingAfterPick(vote, {}, 12, 1)).toEqual({ 11: null, 12: 1 });
    expect(pendingAfterPick(vote, { 11: null, 12: 1 }, 13, 1)).toEqual({ 11: null, 13: 1 });
    expect(pendingAfterPick(vote, { 11: null, 12: 1 }, 11, 1)).toEqual({});
  });

  test('adds a vote where there may be more', () => {
    expect(pendingAfterPick(votes, {}, 12, 1)).toEqual({ 12: 1 });
  });

  test('with nought takes back a vote or an amount', () => {
    expect(pendingAfterPick(vote, {}, 11, 0)).toEqual({ 11: null });
    expect(pendingAfterPick(balance, {}, 12, 0)).toEqual({ 12: null });
  });
});

describe('a save sends', () => {
  test('a score as one, with both its sides', () => {
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

  test('nothing for half a score, and takes back both sides of a saved one', () => {
    expect(changesToSave(blank, { 11: 2 })).toBeNull();
    expect(changesToSave(drawn, { 11: null })).toEqual({ set: [], clear: [911, 912] });
  });

  test('nothing where nothing differs', () => {
    expect(changesToSave(drawn, {})).toBeNull();
    expect(changesToSave(blank, {})).toBeNull();
  });

  test('again what may not have been saved, though it looks saved', () => {
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

  test('each digit by itself', () => {
    expect(changesToSave(digits, { 11: null, 12: 5 })).toEqual({
      set: [{ itemOption: 12, value: 5 }],
      clear: [911],
    });
  });

  test('a new single vote alone: it replaces the old one', () => {
    expect(changesToSave(vote, { 11: null, 12: 1 })).toEqual({
      set: [{ itemOption: 12, value: 1 }],
      clear: [],
    });
  });

  test('a vote taken back as nought', () => {
    expect(changesToSave(vote, { 11: null })).toEqual({ set: [{ itemOption: 11, value: 0 }], clear: [] });
    expect(changesToSave(votes, { 11: null, 12: 1 })).toEqual({
      set: [
        { itemOption: 11, value: 0 },
        { itemOption: 12, value: 1 },
      ],
      clear: [],
    });
  });

  test('amounts together, so that they are judged together', () => {
    expect(changesToSave(balance, { 11: 70, 12: 30 })).toEqual({
      set: [
        { itemOption: 11, value: 70 },
        { itemOption: 12, value: 30 },
      ],
      clear: [],
    });
  });
});

describe('once saved, the item', () => {
  const mine = (item: ReturnType<typeof buildItem>) =>
    optionsInOrder(item).map(({ id, value, bet: own }) => [id, value, own]);

  test('has the values, and the bets that the server made', () => {
    const sent = changesToSave(blank, { 11: 2, 12: 1 });
    expect(mine(itemAfterSave(blank, sent ?? { set: [], clear: [] }, [bet(11, 2), bet(12, 1)]))).toEqual([
      [11, 2, 711],
      [12, 1, 712],
    ]);
  });

  test('keeps a bet that it was not told of', () => {
    expect(mine(itemAfterSave(drawn, { set: [{ itemOption: 11, value: 3 }], clear: [] }, []))).toEqual([
      [11, 3, 911],
      [12, 1, 912],
    ]);
  });

  test('has no more what was taken back', () => {
    expect(mine(itemAfterSave(drawn, { set: [], clear: [911, 912] }, []))).toEqual([
      [11, null, null],
      [12, null, null],
    ]);
    expect(mine(itemAfterSave(balance, { set: [{ itemOption: 12, value: 0 }], clear: [] }, []))).toEqual([
      [11, 60, 911],
      [12, null, null],
    ]);
  });

  test('has a nought that is a digit', () => {
    expect(
      mine(itemAfterSave(digits, { set: [{ itemOption: 11, value: 0 }], clear: [] }, [bet(11, 0)])),
    ).toEqual([
      [11, 0, 711],
      [12, null, null],
    ]);
  });

  test('has one vote, where one may be given', () => {
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
