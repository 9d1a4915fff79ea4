import { readdirSync, readFileSync } from 'node:fs';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDateFormatters } from '#i18n/dates.ts';
import { createI18n, type Messages } from '#i18n/i18n.ts';
import { directionOf } from '#i18n/stored-language.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { compileMessages } from '#i18n/vite-messages.ts';
import { unusedMessages } from '#tests/support/unused-messages.ts';

const folder = new URL('../../public/assets/i18n/', import.meta.url);
const read = (code: string) =>
  JSON.parse(readFileSync(new URL(`${code}.json`, folder), 'utf8')) as Record<string, string>;
const codes = readdirSync(folder).map((name) => name.replace('.json', ''));
const heb = read('heb');
const en = read('en');
const speak = (code: string, source = read(code)) =>
  createI18n({ code, locale: source['locale'] ?? '' }, compileMessages(source) as Messages);

/** The keys that the specification names, copied by hand. */
const named = [
  'loginBy',
  'or',
  'proceed',
  'login',
  'back',
  'gameRules',
  'myFriends',
  'myLeagues',
  'terms',
  'createNewLeague',
  'inviteFriends',
  'inviteTo',
  'inviteToLeague',
  'newClan',
  'addNewClan',
  'joinAClan',
  'inviteToClan',
  'chooseClan',
  'pinned',
  'viewSection',
  'searchOrGuest',
  'noResults',
  'addIt',
  'voteClosingDate',
  'whatWeAreBettingOn',
  'chooseTime',
  'noConnection',
  'saved',
  'versionUpdate',
  'newVersionAvailable',
  'mins',
  'hrs',
  'close',
  'InsertItemResults',
];

/** The arguments of a message with their kinds: a plural needs a number in every language. */
function argumentsOf(
  elements: MessageFormatElement[],
  found = new Map<string, string>(),
): Map<string, string> {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    const kind = element.type === TYPE.plural ? 'plural' : element.type === TYPE.select ? 'select' : 'plain';
    if (kind !== 'plain' || !found.has(element.value)) found.set(element.value, kind);
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      for (const option of Object.values(element.options)) argumentsOf(option.value, found);
    }
  }
  return found;
}

describe('the language files', () => {
  it('are Hebrew and English at least', () => {
    expect(codes).toEqual(expect.arrayContaining(['heb', 'en']));
  });

  it.each(codes)('%s has exactly the keys of Hebrew', (code) => {
    expect(Object.keys(read(code)).toSorted()).toEqual(Object.keys(heb).toSorted());
  });

  it.each(codes)('%s has messages that compile, and none that is empty', (code) => {
    const broken = Object.entries(read(code)).flatMap(([key, text]) => {
      try {
        parse(text, { requiresOtherClause: true });
        return text.trim() === '' ? [`${key}: empty`] : [];
      } catch (error) {
        return [`${key}: ${String(error)}`];
      }
    });
    expect(broken).toEqual([]);
  });

  it.each(codes)('%s has the same arguments as Hebrew', (code) => {
    const asks = (source: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(source).map(([key, text]) => [key, [...argumentsOf(parse(text)).keys()].toSorted()]),
      );
    expect(asks(read(code))).toEqual(asks(heb));
  });

  it('have no message that the client does not use', () => {
    expect(unusedMessages(Object.keys(heb))).toEqual([]);
    const silent = ['nobodySays', 'failure.nobody', 'failure', 'toString', 'nobodyText'];
    expect(unusedMessages(silent)).toEqual(silent);
  });

  it('have no ASCII apostrophe, which ICU reads as an escape', () => {
    expect(Object.entries({ ...heb, ...en }).filter(([, text]) => text.includes("'"))).toEqual([]);
  });

  it.each(codes)('%s has every key the specification names', (code) => {
    expect(named.filter((key) => !(key in read(code)))).toEqual([]);
  });

  it('have a dual in each Hebrew plural that has a singular', () => {
    const missing = Object.entries(heb).filter(([, text]) => {
      const [plural] = parse(text).filter((part) => part.type === TYPE.plural);
      return plural && 'one' in plural.options && !('two' in plural.options);
    });
    expect(missing.map(([key]) => key)).toEqual([]);
  });
});

describe('a message', () => {
  it('agrees with its count', () => {
    const { t } = speak('heb');
    expect([0, 1, 2, 3, 20].map((count) => t('hrs', { count }))).toEqual([
      'לפני 0 שעות',
      'לפני שעה',
      'לפני שעתיים',
      'לפני 3 שעות',
      'לפני 20 שעות',
    ]);
    expect([1, 2].map((count) => speak('en').t('hrs', { count }))).toEqual(['1 hour ago', '2 hours ago']);
  });

  it('is split into texts and arguments', () => {
    const name = { element: 'Dana' };
    expect(speak('heb').formatParts('welcomeName', { name })).toEqual(['היי ', name]);
    expect(speak('heb').formatParts('saved', {})).toEqual(['נשמר ✓']);
  });

  it('that is missing shows its key and logs an error', () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => complaint.mockRestore());
    expect(speak('heb').t('noSuchKey' as MessageKey)).toBe('noSuchKey');
    expect(complaint).toHaveBeenCalled();
  });

  it('has the direction of its language', () => {
    expect([speak('heb').direction, speak('en').direction, directionOf('ar-EG')]).toEqual([
      'rtl',
      'ltr',
      'rtl',
    ]);
  });
});

describe('numbers and lists', () => {
  it('are written as the language does', () => {
    const { formatNumber, formatList } = speak('heb');
    expect([formatNumber(1234.5), formatNumber(-2)]).toEqual(['1,234.5', '\u200e-2']);
    expect(formatList(['דנה', 'יוסי', 'נועם'])).toBe('דנה, יוסי ונועם');
    expect(speak('en').formatList(['Dana', 'Yossi'])).toBe('Dana and Yossi');
  });

  it('create no formatter until one is used, and each formatter once', () => {
    const created: string[] = [];
    const { NumberFormat, ListFormat } = Intl;
    class CountedNumberFormat extends NumberFormat {
      constructor(locale?: string) {
        super(locale);
        created.push('numbers');
      }
    }
    class CountedListFormat extends ListFormat {
      constructor(locale?: string) {
        super(locale);
        created.push('lists');
      }
    }
    Object.assign(Intl, { NumberFormat: CountedNumberFormat, ListFormat: CountedListFormat });
    onTestFinished(() => void Object.assign(Intl, { NumberFormat, ListFormat }));
    const { t, formatNumber, formatList } = speak('heb');
    t('saved');
    expect(created).toEqual([]);
    expect([formatNumber(1), formatNumber(2), formatList(['דנה'])]).toEqual(['1', '2', 'דנה']);
    formatList(['יוסי']);
    expect(created).toEqual(['numbers', 'lists']);
  });
});

describe('a formatted time', () => {
  const dates = (code: string) => createDateFormatters(speak(code).t);
  const { formatDate, formatDay, formatTime, formatRelative, formatWhen, formatShortDay, ...others } =
    dates('heb');
  const { formatUntil, formatCountdown } = others;

  it('is the day and the time in Israel, without a comma', () => {
    expect(formatDate('2026-06-11T19:00:00Z')).toBe('11.6.26 · 22:00');
    expect(formatDate(new Date('2026-01-05T07:05:00Z'))).toBe('5.1.26 · 09:05');
    expect(formatTime('2026-01-05T07:05:00Z')).toBe('09:05');
  });

  it('is 00:00 at midnight, on the day that begins', () => {
    expect(formatDate('2026-06-11T21:00:00Z')).toBe('12.6.26 · 00:00');
    expect(formatDate('2026-12-31T22:00:00Z')).toBe('1.1.27 · 00:00');
    expect(formatDay('2026-06-11T20:59:59Z')).toBe('11.6.26');
  });

  it('skips the hour that is lost in spring', () => {
    expect(formatDate('2026-03-26T23:59:00Z')).toBe('27.3.26 · 01:59');
    expect(formatDate('2026-03-27T00:00:00Z')).toBe('27.3.26 · 03:00');
  });

  it('repeats the hour that is gained in autumn', () => {
    expect(formatDate('2026-10-24T22:30:00Z')).toBe('25.10.26 · 01:30');
    expect(formatDate('2026-10-24T23:30:00Z')).toBe('25.10.26 · 01:30');
    expect(formatDate('2026-10-25T00:30:00Z')).toBe('25.10.26 · 02:30');
  });

  it('is relative in minutes below an hour and in hours below a day, and then the date', () => {
    const now = '2026-06-11T19:00:00Z';
    const before = (ms: number) => formatRelative(Date.parse(now) - ms, now);
    const [second, minute, hour] = [1000, 60_000, 3_600_000];
    expect(before(0)).toBe('עכשיו');
    expect(before(59 * second)).toBe('עכשיו');
    expect(before(minute)).toBe('לפני דקה');
    expect(before(2 * minute)).toBe('לפני שתי דקות');
    expect(before(hour - 1)).toBe('לפני 59 דקות');
    expect(before(hour)).toBe('לפני שעה');
    expect(before(24 * hour - 1)).toBe('לפני 23 שעות');
    expect(before(24 * hour)).toBe('10.6.26');
    expect(before(-2 * hour)).toBe('עכשיו');
  });

  it('is today or tomorrow by the calendar, on days of 23 and 25 hours too', () => {
    expect(formatWhen('2026-06-11T20:30:00Z', '2026-06-11T05:00:00Z')).toBe('היום · 23:30');
    expect(formatWhen('2026-06-11T21:30:00Z', '2026-06-11T20:30:00Z')).toBe('מחר · 00:30');
    expect(formatWhen('2026-06-13T10:00:00Z', '2026-06-11T10:00:00Z')).toBe('13.6.26 · 13:00');
    // A day of 23 hours: its first minute to the next day's last.
    expect(formatWhen('2026-03-28T20:59:00Z', '2026-03-26T22:01:00Z')).toBe('מחר · 23:59');
    // A day of 25 hours.
    expect(formatWhen('2026-10-26T21:59:00Z', '2026-10-24T21:01:00Z')).toBe('מחר · 23:59');
    expect(formatWhen('2026-10-25T21:30:00Z', '2026-10-24T21:01:00Z')).toBe('היום · 23:30');
  });

  it('is a short day for a deadline: empty today, “tomorrow”, else without the year', () => {
    expect(formatShortDay('2026-06-11T20:30:00Z', '2026-06-11T05:00:00Z')).toBe('');
    expect(formatShortDay('2026-06-11T21:30:00Z', '2026-06-11T20:30:00Z')).toBe('מחר');
    expect(formatShortDay('2026-06-13T10:00:00Z', '2026-06-11T10:00:00Z')).toBe('13.6');
  });

  it('is short on a button: the time, with the day unless it is today; English is in lower case', () => {
    const now = '2026-06-11T05:00:00Z';
    const moments = ['2026-06-11T20:30:00Z', '2026-06-11T21:30:00Z', '2026-06-13T10:00:00Z'];
    expect(moments.map((moment) => formatUntil(moment, now))).toEqual(['23:30', 'מחר · 00:30', '13.6 13:00']);
    const english = dates('en');
    expect(moments.map((moment) => english.formatUntil(moment, now))).toEqual([
      '23:30',
      'tomorrow · 00:30',
      '13.6 13:00',
    ]);
    expect(moments.map((moment) => english.formatWhen(moment, now))).toEqual([
      'today · 23:30',
      'tomorrow · 00:30',
      '13.6.26 · 13:00',
    ]);
  });

  it('asks Intl once for a minute, whoever asks and in any language, and remembers a thousand minutes at most', () => {
    const toParts = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    onTestFinished(() => toParts.mockRestore());
    const first = Date.parse('2031-05-01T09:00:00Z');
    expect(['2031-05-01T09:00:00Z', first + 59_999, new Date(first)].map(formatDate)).toEqual([
      '1.5.31 · 12:00',
      '1.5.31 · 12:00',
      '1.5.31 · 12:00',
    ]);
    expect(dates('en').formatTime(first)).toBe('12:00');
    expect(toParts).toHaveBeenCalledTimes(1);
    expect([formatTime(first - 1), formatTime(first + 60_000)]).toEqual(['11:59', '12:01']);
    expect(toParts).toHaveBeenCalledTimes(3);
    for (let minute = 1; minute <= 1000; minute += 1) formatDay(first + minute * 60_000);
    toParts.mockClear();
    expect(formatDate(first)).toBe('1.5.31 · 12:00');
    expect(toParts).toHaveBeenCalledTimes(1);
    expect(() => formatDay('tomorrow')).toThrow('Invalid time value');
    expect(() => formatDay('tomorrow')).toThrow('Invalid time value');
  });

  it('counts down and stops at 0', () => {
    expect([0, -5000, 999, 65_000, 3_599_000, 3_600_000, 90_061_000].map(formatCountdown)).toEqual([
      '0:00',
      '0:00',
      '0:01',
      '1:05',
      '59:59',
      '1:00:00',
      '25:01:01',
    ]);
  });
});
