import { describe, expect, test } from 'vitest';
import { fromIsraelInput, momentOn, nearDays, toIsraelInput } from '#contract/israel-time.ts';

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

  test('with seconds, in the last minute of summer time', () => {
    expect(fromIsraelInput('2026-10-25T00:59:30')).toBe('2026-10-24T21:59:30.000Z');
  });

  test.each(['', '2026-06-11', 'tomorrow', '2026-13-40T10:00'])('"%s" is refused', (typed) => {
    expect(fromIsraelInput(typed)).toBeNull();
  });
});

describe('today, tomorrow and the next Saturday', () => {
  test.each([
    ['by Israel’s calendar, not by UTC’s', '2026-06-10T21:30:00Z', '2026-06-11', '2026-06-12', '2026-06-13'],
    [
      'over the end of a month and of summer time',
      '2026-10-25T10:00:00Z',
      '2026-10-25',
      '2026-10-26',
      '2026-10-31',
    ],
    ['on a Friday Saturday is tomorrow', '2026-06-12T10:00:00Z', '2026-06-12', '2026-06-13', null],
    ['on a Saturday it is today', '2026-06-13T10:00:00Z', '2026-06-13', '2026-06-14', null],
  ])('%s', (_, now, today, tomorrow, saturday) =>
    expect(nearDays(Date.parse(now))).toEqual({ today, tomorrow, saturday }),
  );
});

describe('the moment of a chosen day', () => {
  test.each([
    ['is at 22:00', '2026-06-13', null, '2026-06-11T10:00', '2026-06-13T22:00'],
    ['keeps the time that was set', '2026-06-13', '19:45', '2026-06-11T10:00', '2026-06-13T19:45'],
    ['of today is at 22:00 while that is ahead', '2026-06-11', null, '2026-06-11T21:59', '2026-06-11T22:00'],
    ['of today keeps a time that is ahead', '2026-06-11', '22:30', '2026-06-11T22:10', '2026-06-11T22:30'],
    ['of today drops a time that has passed', '2026-06-11', '09:00', '2026-06-11T10:00', '2026-06-11T22:00'],
    ['of today leaves ten minutes after 22:00', '2026-06-11', null, '2026-06-11T22:00', '2026-06-11T22:10'],
    ['of today is a step of five minutes', '2026-06-11', '22:00', '2026-06-11T22:01', '2026-06-11T22:15'],
    ['of today never falls on tomorrow', '2026-06-11', null, '2026-06-11T23:52', '2026-06-11T23:59'],
  ])('%s', (_, day, time, now, moment) =>
    expect(momentOn(day, time, Date.parse(fromIsraelInput(now) ?? ''))).toBe(fromIsraelInput(moment)),
  );

  test('of no day is none', () => expect(momentOn('', null, Date.parse('2026-06-11T10:00Z'))).toBeNull());
});
