import type { ResultSummary } from './notifications.ts';

/** Helpers shared by all languages. */

/** At most 80 characters. An emoji takes two of them: none is cut in half. */
export const truncate = (text: string) =>
  text.length > 80 ? `${text.slice(0, 79).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** Parts in one line; empty ones are left out. */
export const joinParts = (...parts: string[]) => parts.filter(Boolean).join(' · ');

const dateParts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Jerusalem',
  day: 'numeric',
  month: 'numeric',
  year: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** `d.M.yy · HH:mm` in Israel, the same in both directions. */
export function dateText(at: string): string {
  const parts = new Map(dateParts.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${Number(of('day'))}.${Number(of('month'))}.${of('year')} · ${of('hour')}:${of('minute')}`;
}

/** The day of the week and the time in Israel. */
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

/** Bidi isolate: a Latin name in a Hebrew line must not reorder its neighbours. */
const isolate = (name: string) => `\u2068${name}\u2069`;

const foreignLetters = { he: /[A-Za-z]/, en: /[\u0590-\u07ff]/ } as const;

/** A line of joined parts in which each part with letters of the other direction stands for itself. */
export const isolateParts = (line: string, language: keyof typeof foreignLetters): string =>
  joinParts(...line.split(' · ').map((part) => (foreignLetters[language].test(part) ? isolate(part) : part)));

/** A result in words that read the same in both directions: each number follows its own name. */
export function resultText({ layout, options }: ResultSummary, noWinnersText: string): string {
  const known = options.filter(({ result }) => result !== null);
  if (layout === 'home/away' || layout === 'bets')
    return known.map(({ name, result }) => `${isolate(name)} ${result}`).join(', ');
  const winners = known.filter(({ result }) => result === 1).map(({ name }) => isolate(name));
  return winners.join(', ') || noWinnersText;
}
