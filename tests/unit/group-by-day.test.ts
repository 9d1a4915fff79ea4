import { expect, test } from 'vitest';
import { groupByDay, previousDay } from '#domain/group-by-day.ts';
import { createDateFormatters } from '#i18n/dates.ts';
import { t } from '#tests/support/translations.ts';

const { formatDay } = createDateFormatters(t);
const at = (moment: string) => Date.parse(moment);

test('days are Israel’s: an hour before its midnight and an hour after are on two days', () => {
  const rows = ['2026-06-12T22:00:00.000Z', '2026-06-12T20:30:00.000Z', '2026-06-12T05:00:00.000Z'].map(
    (created) => ({ created }),
  );
  expect(groupByDay(rows, formatDay)).toEqual([
    { day: '13.6.26', rows: [rows[0]] },
    { day: '12.6.26', rows: [rows[1], rows[2]] },
  ]);
});

test('an empty list has no days', () => {
  expect(groupByDay([], formatDay)).toEqual([]);
});

test.each([
  ['an ordinary noon', '2026-06-12T09:00:00Z', '11.6.26'],
  ['just after midnight', '2026-06-11T21:00:30Z', '11.6.26'],
  ['just before midnight', '2026-06-12T20:59:30Z', '11.6.26'],
  // The clocks go forward at 02:00 on 27 March 2026, and back on 25 October.
  ['at the end of a day of 23 hours', '2026-03-27T20:59:00Z', '26.3.26'],
  ['after a day of 23 hours', '2026-03-27T21:30:00Z', '27.3.26'],
  ['at the end of a day of 25 hours', '2026-10-25T21:59:00Z', '24.10.26'],
  ['after a day of 25 hours', '2026-10-25T22:00:30Z', '25.10.26'],
])('the previous day at %s', (_, now, day) => {
  expect(previousDay(at(now), formatDay)).toBe(day);
});
