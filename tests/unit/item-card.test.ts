import { describe, expect, test } from 'vitest';
import type { Item } from '#contract/models.ts';
import { timeTextOf, hidesTime, questionOf, statusTextOf } from '#screens/item-card/item-display.ts';
import { buildItem } from '#tests/support/items.ts';

const plain = buildItem(5, 'home/away', { 11: null, 12: null });
const told = (details: Partial<Item['details']>): Item => ({
  ...plain,
  details: { ...plain.details, ...details },
});

describe('what is said of a match', () => {
  // 0 the time, 1 the time and where it stands, 2 where it stands alone.
  test.each([
    [0, 'אחרי החדשות', 'מחצית', 'אחרי החדשות', '', false],
    [1, 'אחרי החדשות', 'מחצית', 'אחרי החדשות', 'מחצית', false],
    [2, 'אחרי החדשות', 'מחצית', '', 'מחצית', true],
    // Nothing is said of where it stands: then its time is told all the same.
    [2, 'אחרי החדשות', '', 'אחרי החדשות', '', false],
    [1, '', '', '', '', false],
  ] as const)('shown the way %i', (way, gameTimeDisplay, shortStatusText, time, status, alone) => {
    const item = told({ gameTimeAndStatusDisplayType: way, gameTimeDisplay, shortStatusText });
    expect([timeTextOf(item), statusTextOf(item), hidesTime(item)]).toEqual([time, status, alone]);
  });
});

describe('what an item asks', () => {
  const listed = 'אפשרות 11 · אפשרות 12';
  test('is its own words, else its name', () => {
    expect(questionOf({ ...plain, description: 'מי מנצחת?', name: listed })).toBe('מי מנצחת?');
    expect(questionOf({ ...plain, name: 'חצי הגמר' })).toBe('חצי הגמר');
  });
  test('is nothing where its name only lists its options', () => {
    expect(questionOf({ ...plain, name: listed })).toBe('');
  });
});
