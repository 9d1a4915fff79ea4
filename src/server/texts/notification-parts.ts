import type { ResultSummary } from './notifications.ts';

/** Helpers for the texts of all languages. */

/** Truncates to at most 80 UTF-16 code units, without splitting an emoji. */
export const truncate = (text: string) =>
  text.length > 80 ? `${text.slice(0, 79).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** Joins the non-empty parts in one line. */
export const joinParts = (...parts: string[]) => parts.filter(Boolean).join(' · ');

const dateParts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Jerusalem',
  day: 'numeric',
  month: 'numeric',
  year: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** `d.M.yy · HH:mm` in Israel's time; reads the same in both directions. */
export function dateText(at: string): string {
  const parts = new Map(dateParts.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${Number(of('day'))}.${Number(of('month'))}.${of('year')} · ${of('hour')}:${of('minute')}`;
}

/** Weekday and time in Israel's time. */
export function closingTime(closes: string, locale: string): { weekday: string; time: string } {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'Asia/Jerusalem',
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = format.formatToParts(new Date(closes));
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? '';
  return { weekday: part('weekday'), time: `${part('hour')}:${part('minute')}` };
}

/** Isolates a name: a Latin name in a Hebrew line must not reorder its neighbours. */
const isolate = (name: string) => `\u2068${name}\u2069`;

const foreignLetters = { he: /[A-Za-z]/, en: /[\u0590-\u07ff]/ } as const;

/** Isolates each part of a joined line that has letters of the other direction. */
export const isolateParts = (line: string, language: keyof typeof foreignLetters): string =>
  joinParts(...line.split(' · ').map((part) => (foreignLetters[language].test(part) ? isolate(part) : part)));

/** A result as text that reads the same in both directions: each number follows its name. */
export function resultText({ layout, options }: ResultSummary, noWinnersText: string): string {
  const known = options.filter(({ result }) => result !== null);
  if (layout === 'home/away' || layout === 'bets')
    return known.map(({ name, result }) => `${isolate(name)} ${result}`).join(', ');
  const winners = known.filter(({ result }) => result === 1).map(({ name }) => isolate(name));
  return winners.join(', ') || noWinnersText;
}
