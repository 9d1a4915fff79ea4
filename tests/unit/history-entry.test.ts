import { expect, test } from 'vitest';
import { scrolledEntry, sheetState } from '#screens/history-entry.ts';

test.each([
  [{ below: 'ab', __TSR_key: 'cd' }, 'ab'],
  [{ __TSR_key: 'cd' }, 'cd'],
  [{}, undefined],
])('the scroll position of %j is that of the entry %j', (entry, key) => {
  expect(scrolledEntry(entry)).toBe(key);
});

test('a sheet over a match has no layer of its own yet, and the scroll position of the screen below both', () => {
  const beside = { below: 'screen', layers: 1, match: 0, onLayer: true, league: 3 };
  expect(sheetState(beside)).toEqual({
    below: 'screen',
    layers: 1,
    sheet: 1,
    match: undefined,
    onLayer: false,
    league: 3,
  });
  expect(sheetState({})).toEqual({ below: undefined, sheet: 0, match: undefined, onLayer: false });
});
