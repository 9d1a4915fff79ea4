import { describe, expect, test } from 'vitest';
import type { QuietPreferences } from '#contract/notification-preferences.ts';
import { fromIsraelInput, toIsraelInput } from '#contract/israel-time.ts';
import { quietTimeAt } from '#server/notifications/quiet-time.ts';

const never: QuietPreferences = { night: false, holidays: false, from: '23:00', until: '07:30' };
const night: QuietPreferences = { ...never, night: true };
const holidays: QuietPreferences = { ...never, holidays: true };
const both: QuietPreferences = { ...never, night: true, holidays: true };

const at = (local: string) => new Date(fromIsraelInput(local.replace(' ', 'T')) ?? '');
const local = (moment: Date) => toIsraelInput(moment.toISOString()).replace('T', ' ');
/** The quiet time that holds a moment, by Israel's clock. */
const quiet = (moment: string, choice: QuietPreferences) => {
  const found = quietTimeAt(at(moment), choice);
  return found && `${local(found.from)} – ${local(found.until)}`;
};

/**
 * Candle-lighting and the end of Shabbat in Jerusalem as they were published for twelve Fridays. The calendars differ: some
 * take the sunset of the hills, up to six minutes later than that of the plain, and end Shabbat by three stars, 35 to
 * 42 minutes after sunset.
 */
const published = [
  ['welcomingolim.blogspot.com', '2011-12-02', '15:55', null],
  ['toodota.blogspot.com', '2014-10-17', '17:29', '18:41'],
  ['toodota.blogspot.com', '2014-10-24', '17:21', '18:34'],
  ['toodota.blogspot.com', '2014-10-31', '16:15', '17:28'],
  ['anglo-list.com', '2019-12-06', '15:55', '17:15'],
  ['mishkan-hatchelet.co.il', '2022-07-08', '19:07', '20:29'],
  ['kikar.co.il', '2024-02-16', '16:51', '18:04'],
  ['newsru.co.il', '2025-08-22', '18:39', '19:54'],
  ['maariv.co.il', '2025-12-26', '16:02', '17:23'],
  ['ice.co.il', '2026-01-30', '16:31', '17:50'],
  ['newsru.co.il', '2026-02-20', '16:49', '18:07'],
  ['maariv.co.il', '2026-03-27', '18:15', '19:32'],
] as const;

describe('Shabbat begins and ends as published', () => {
  test.each(published)('by %s for %s', (_, friday, lighting, end) => {
    const found = quietTimeAt(at(`${friday} 22:00`), holidays);
    const minutesFrom = (moment: Date | undefined, time: string, day: number) => {
      const expected = at(`${friday} ${time}`).getTime() + day * 86_400_000;
      return Math.abs((moment?.getTime() ?? 0) - expected) / 60_000;
    };
    expect(minutesFrom(found?.from, lighting, 0)).toBeLessThanOrEqual(6);
    expect(end === null ? 0 : minutesFrom(found?.until, end, 1)).toBeLessThanOrEqual(6);
  });
});

test('a night is quiet from 23:00 to 07:30 local time, even when the clock changes in it', () => {
  expect(quiet('2026-11-23 22:59', night)).toBeNull();
  expect(quiet('2026-11-23 23:00', night)).toBe('2026-11-23 23:00 – 2026-11-24 07:30');
  expect(quiet('2026-11-24 03:00', night)).toBe('2026-11-23 23:00 – 2026-11-24 07:30');
  expect(quiet('2026-11-24 07:29', night)).toBe('2026-11-23 23:00 – 2026-11-24 07:30');
  expect(quiet('2026-11-24 07:30', night)).toBeNull();
  // Summer time begins and ends at two in the morning.
  const hours = (moment: string) => {
    const { from, until } = quietTimeAt(at(moment), night) ?? { from: new Date(0), until: new Date(0) };
    return (until.getTime() - from.getTime()) / 3_600_000;
  };
  expect([hours('2026-03-27 05:00'), hours('2026-10-25 05:00'), hours('2026-10-26 05:00')]).toEqual([
    7.5, 9.5, 8.5,
  ]);
});

test('a member’s own hours may cross midnight or not, and may end at it', () => {
  const lateNight = { ...night, from: '01:30', until: '10:00' };
  expect(quiet('2026-11-24 01:29', lateNight)).toBeNull();
  expect(quiet('2026-11-24 01:30', lateNight)).toBe('2026-11-24 01:30 – 2026-11-24 10:00');
  expect(quiet('2026-11-24 10:00', lateNight)).toBeNull();
  const evening = { ...night, from: '20:00', until: '00:00' };
  expect(quiet('2026-11-23 23:59', evening)).toBe('2026-11-23 20:00 – 2026-11-24 00:00');
  expect(quiet('2026-11-24 00:00', evening)).toBeNull();
  const most = { ...night, from: '09:00', until: '08:30' };
  expect(quiet('2026-11-24 08:29', most)).toBe('2026-11-23 09:00 – 2026-11-24 08:30');
  expect(quiet('2026-11-24 08:30', most)).toBeNull();
});

test('nothing is quiet without a preference', () => {
  expect(quiet('2026-11-24 03:00', never)).toBeNull();
  expect(quiet('2026-11-28 12:00', never)).toBeNull();
  expect(quiet('2026-11-28 12:00', night)).toBeNull();
  expect(quiet('2026-11-24 03:00', holidays)).toBeNull();
});

/** The holidays of 5787 and a few of other years: their days by the Hebrew calendar, Friday or Saturday beside them. */
test.each([
  ['Rosh Hashana on Shabbat and Sunday', '2026-09-12 12:00', '2026-09-11', '2026-09-13'],
  ['Yom Kippur', '2026-09-21 12:00', '2026-09-20', '2026-09-21'],
  ['Sukkot on Shabbat', '2026-09-26 12:00', '2026-09-25', '2026-09-26'],
  ['Simchat Torah on Shabbat', '2026-10-03 12:00', '2026-10-02', '2026-10-03'],
  ['Pesach', '2027-04-22 12:00', '2027-04-21', '2027-04-22'],
  ['the seventh of Pesach', '2027-04-28 12:00', '2027-04-27', '2027-04-28'],
  ['Shavuot and the Shabbat after it', '2026-05-22 12:00', '2026-05-21', '2026-05-23'],
  ['Shavuot', '2027-06-11 12:00', '2027-06-10', '2027-06-12'],
  ['Rosh Hashana before Shabbat', '2024-10-03 12:00', '2024-10-02', '2024-10-05'],
  ['Yom Kippur on Shabbat', '2024-10-12 12:00', '2024-10-11', '2024-10-12'],
  ['Shabbat before Pesach', '2025-04-12 12:00', '2025-04-11', '2025-04-13'],
  ['the seventh of Pesach before Shabbat', '2026-04-08 12:00', '2026-04-07', '2026-04-08'],
])('%s', (_, moment, eve, last) => {
  const found = quietTimeAt(at(moment), holidays);
  expect([found?.from, found?.until].map((edge) => edge && local(edge).slice(0, 10))).toEqual([eve, last]);
});

test.each([
  ['a day of Sukkot on which people work', '2026-09-28 12:00'],
  ['the second day of Pesach abroad', '2027-04-23 12:00'],
  ['the second day of Shavuot abroad', '2027-06-13 12:00'],
  ['Hanukkah', '2026-12-08 12:00'],
  ['Purim', '2027-03-23 12:00'],
  ['the ninth of Av', '2027-08-12 12:00'],
  ['Friday at noon', '2026-11-27 12:00'],
  ['Saturday evening', '2026-11-28 17:16'],
])('%s is not quiet', (_, moment) => {
  expect(quiet(moment, holidays)).toBeNull();
});

test('a night within a holy day is part of its quiet time', () => {
  // The night after Thursday is outside Shabbat, and the next one within it.
  expect(quiet('2026-11-27 02:00', both)).toBe('2026-11-26 23:00 – 2026-11-27 07:30');
  expect(quiet('2026-11-27 23:30', both)).toBe('2026-11-27 15:55 – 2026-11-28 17:15');
  // In June Shabbat ends before the night begins.
  expect(quiet('2026-06-20 20:20', both)).toBe('2026-06-19 19:07 – 2026-06-20 20:27');
  expect(quiet('2026-06-20 23:20', both)).toBe('2026-06-20 23:00 – 2026-06-21 07:30');
});

test('nights that overlap a holy day are one quiet time with it', () => {
  const early = { ...both, from: '19:00', until: '07:00' };
  const whole = '2026-06-19 19:00 – 2026-06-21 07:00';
  for (const moment of ['2026-06-19 19:03', '2026-06-20 12:00', '2026-06-20 20:40', '2026-06-21 06:59'])
    expect(quiet(moment, early)).toBe(whole);
  expect(quiet('2026-06-19 18:59', early)).toBeNull();
  expect(quiet('2026-06-21 07:00', early)).toBeNull();
  expect(quiet('2026-06-18 20:00', early)).toBe('2026-06-18 19:00 – 2026-06-19 07:00');
});

test('a stored night of a whole day, which meets the next one, is not followed for ever', () => {
  expect(quiet('2026-06-17 12:00', { ...both, from: '08:00', until: '08:00' })).toMatch(
    /^2026-06-14 08:00 – /,
  );
});
