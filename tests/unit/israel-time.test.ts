import { describe, expect, test } from 'vitest';
import { fromIsraelInput, toIsraelInput } from '#i18n/israel-time.ts';

describe('a moment in Israel’s time', () => {
  test.each([
    ['summer is three hours ahead', '2026-06-11T19:00:00.000Z', '2026-06-11T22:00'],
    ['winter is two', '2026-01-15T22:30:00.000Z', '2026-01-16T00:30'],
    ['the hour before summer time', '2026-03-26T23:59:00.000Z', '2026-03-27T01:59'],
    ['the first minute of summer time', '2026-03-27T00:00:00.000Z', '2026-03-27T03:00'],
    ['the day summer time ends', '2026-10-25T10:00:00.000Z', '2026-10-25T12:00'],
  ])('%s, in both directions', (_, iso, typed) => {
    expect(toIsraelInput(iso)).toBe(typed);
    expect(fromIsraelInput(typed)).toBe(iso);
  });

  test.each(['', '2026-06-11', 'tomorrow', '2026-13-40T10:00'])('"%s" is refused', (typed) => {
    expect(fromIsraelInput(typed)).toBeNull();
  });
});
